import { type Editor, useEditorState } from "@tiptap/react";
import {
  Bold,
  Ellipsis,
  Heading,
  Highlighter,
  ImagePlus,
  Italic,
  Link,
  List,
  ListChecks,
  type LucideIcon,
  Redo2,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignStart,
  Undo2,
} from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { IconButton } from "../ui/button.tsx";
import { IS_APPLE } from "../ui/command-key.ts";
import { useMedia } from "../ui/hooks/use-media.ts";
import { MenuButton } from "../ui/menu-button.tsx";
import { setSinksTicked, sinksTicked } from "./sink-ticked.ts";

interface ToolbarProps {
  editor: Editor;
  label: string;
  checklists: boolean;
  /** Opens the field for a link's URL. */
  onLink: () => void;
  /** Inserts chosen pictures; undefined in texts without pictures. */
  onPictures: ((files: readonly File[]) => void) | undefined;
}

/** The formatting toolbar. One tab stop; arrow keys move inside. */
export function Toolbar({ editor, label, checklists, onLink, onPictures }: ToolbarProps) {
  const isPhone = useMedia(PHONE) && checklists;
  const tools = isPhone ? PHONE_TOOLS : checklists ? NOTE_TOOLS : TOOLS;
  const extras = checklists ? (onPictures ? 2 : 1) : 0;
  const chooser = useRef<HTMLInputElement>(null);
  const [current, setCurrent] = useState(0);
  const pressed = useEditorState({
    editor,
    selector: ({ editor }) => tools.map(({ isPressed }) => isPressed?.(editor)),
  });

  function move(event: KeyboardEvent<HTMLElement>) {
    const target = targetOf(event.key, current, tools.length + extras);
    if (target === null) return;
    event.preventDefault();
    setCurrent(target);
    event.currentTarget.querySelectorAll("button")[target]?.focus();
  }

  const action = ({ name, Icon, isPressed, run }: Tool) => ({
    label: name,
    icon: <Icon aria-hidden="true" />,
    checked: isPressed?.(editor) ?? false,
    run: () => run(editor, onLink),
  });

  return (
    <div
      role="toolbar"
      aria-label={label}
      className={`flex gap-0.5 border-line p-1 ${checklists ? "border-b max-sm:gap-0 max-sm:overflow-x-auto max-sm:border-t max-sm:border-b-0 max-sm:[&>button]:w-auto max-sm:[&>button]:flex-1" : "flex-wrap border-b"}`}
      onKeyDown={move}
    >
      {tools.map(({ name, Icon, keys, run }, index) => (
        <IconButton
          key={name}
          label={name}
          title={`${name} (${keys.replaceAll("Mod", IS_APPLE ? "⌘" : "Ctrl")})`}
          aria-keyshortcuts={keys.replace("Mod", IS_APPLE ? "Meta" : "Control")}
          aria-pressed={pressed[index]}
          tabIndex={index === current ? 0 : -1}
          className="aria-pressed:bg-raised aria-pressed:text-accent"
          // Keeps the selection.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(index)}
          onClick={() => run(editor, onLink)}
        >
          <Icon aria-hidden="true" />
        </IconButton>
      ))}
      {onPictures && (
        <>
          <IconButton
            label="Add pictures"
            tabIndex={current === tools.length ? 0 : -1}
            onMouseDown={(event) => event.preventDefault()}
            onFocus={() => setCurrent(tools.length)}
            onClick={() => chooser.current?.click()}
          >
            <ImagePlus aria-hidden="true" />
          </IconButton>
          <input
            ref={chooser}
            type="file"
            accept="image/*"
            multiple
            hidden
            onChange={({ target }) => {
              onPictures([...(target.files ?? [])]);
              target.value = "";
            }}
          />
        </>
      )}
      {checklists && (
        <MenuButton
          label="More formatting"
          tabIndex={current === tools.length + extras - 1 ? 0 : -1}
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(tools.length + extras - 1)}
          groups={() => [
            ...(isPhone
              ? [{ actions: MARKS_AND_LISTS.map((tool) => ({ ...action(tool), toggles: true })) }]
              : []),
            { actions: ALIGNMENTS.map(action) },
            {
              actions: [
                {
                  label: sinksTicked() ? "Leave ticked items in place" : "Move ticked items down",
                  icon: <ListChecks aria-hidden="true" />,
                  run: () => setSinksTicked(!sinksTicked()),
                },
              ],
            },
          ]}
        >
          <Ellipsis aria-hidden="true" />
        </MenuButton>
      )}
    </div>
  );
}

interface Tool {
  name: string;
  Icon: LucideIcon;
  /** `Mod` is Ctrl or ⌘. */
  keys: string;
  /** Undefined for tools without a state. */
  isPressed?: (editor: Editor) => boolean;
  run: (editor: Editor, onLink: () => void) => void;
}

const TOOLS: readonly Tool[] = [
  {
    name: "Bold",
    Icon: Bold,
    keys: "Mod+B",
    isPressed: (editor) => editor.isActive("bold"),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    name: "Highlight",
    Icon: Highlighter,
    keys: "Mod+Shift+H",
    isPressed: (editor) => editor.isActive("highlight"),
    run: (editor) => editor.chain().focus().toggleHighlight().run(),
  },
  {
    name: "Link",
    Icon: Link,
    keys: "Mod+K",
    isPressed: (editor) => editor.isActive("link"),
    run: (_editor, onLink) => onLink(),
  },
  {
    name: "Bullet list",
    Icon: List,
    keys: "Mod+Shift+8",
    isPressed: (editor) => editor.isActive("bulletList"),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: "Align left",
    Icon: TextAlignStart,
    keys: "Mod+Shift+L",
    isPressed: (editor) => !isAligned(editor, "center") && !isAligned(editor, "right"),
    run: (editor) => editor.chain().focus().setTextAlign("left").run(),
  },
  {
    name: "Align center",
    Icon: TextAlignCenter,
    keys: "Mod+Shift+E",
    isPressed: (editor) => isAligned(editor, "center"),
    run: (editor) => editor.chain().focus().setTextAlign("center").run(),
  },
  {
    name: "Align right",
    Icon: TextAlignEnd,
    keys: "Mod+Shift+R",
    isPressed: (editor) => isAligned(editor, "right"),
    run: (editor) => editor.chain().focus().setTextAlign("right").run(),
  },
];

const ALIGNMENTS = TOOLS.slice(-3);

const [BOLD, ...REST] = TOOLS.slice(0, -3);

const MARKS_AND_LISTS: readonly Tool[] = [
  ...REST,
  {
    name: "Checklist",
    Icon: ListChecks,
    keys: "Mod+Shift+9",
    isPressed: (editor) => editor.isActive("checklist"),
    run: (editor) => editor.chain().focus().toggleChecklist().run(),
  },
];

/** Alignment is in a menu, so that the other tools fit a narrow window. */
const NOTE_TOOLS: readonly Tool[] = [
  ...(BOLD ? [BOLD] : []),
  {
    name: "Italic",
    Icon: Italic,
    keys: "Mod+I",
    isPressed: (editor) => editor.isActive("italic"),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    name: "Heading",
    Icon: Heading,
    keys: "Mod+Alt+3",
    isPressed: (editor) => editor.isActive("heading"),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  ...MARKS_AND_LISTS,
  {
    name: "Undo",
    Icon: Undo2,
    keys: "Mod+Z",
    run: (editor) => editor.chain().focus().undo().run(),
  },
  {
    name: "Redo",
    Icon: Redo2,
    keys: "Mod+Shift+Z",
    run: (editor) => editor.chain().focus().redo().run(),
  },
];

/** Screens with room for only seven buttons of 44 px; the others are in the menu, too. */
const PHONE = "(pointer: coarse) and (width < 40rem)";
const PHONE_TOOLS = NOTE_TOOLS.filter((tool) => !MARKS_AND_LISTS.includes(tool));

const isAligned = (editor: Editor, textAlign: string) => editor.isActive({ textAlign });

function targetOf(key: string, current: number, count: number): number | null {
  if (key === "ArrowRight") return (current + 1) % count;
  if (key === "ArrowLeft") return (current + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}
