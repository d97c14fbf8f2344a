import { type ChainedCommands, type Editor, useEditorState } from "@tiptap/react";
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
import type { MenuAction } from "../ui/action-menu.tsx";
import { IconButton } from "../ui/button.tsx";
import { IS_APPLE } from "../ui/command-key.ts";
import { FileInput } from "../ui/file-input.tsx";
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
  const all = checklists ? [...FIRST_OF_NOTE, ...(isPhone ? [] : REST_OF_NOTE)] : TOOLS;
  const tools = onPictures ? all : all.filter((one) => one !== PICTURES);
  const count = tools.length + (checklists ? 1 : 0);
  const chooser = useRef<HTMLInputElement>(null);
  const [current, setCurrent] = useState(0);
  const pressed = useEditorState({
    editor,
    selector: ({ editor }) => tools.map(({ isPressed }) => isPressed(editor)),
  });
  const ask = { link: onLink, pictures: () => chooser.current?.click() };

  function move(event: KeyboardEvent<HTMLElement>) {
    const target = targetOf(event.key, current, count);
    if (target === null) return;
    event.preventDefault();
    setCurrent(target);
    event.currentTarget.querySelectorAll("button")[target]?.focus();
  }

  const action = ({ name, Icon, isPressed, run }: Tool): MenuAction => {
    const checked = isPressed(editor);
    return {
      label: name,
      icon: <Icon />,
      ...(checked !== undefined && { checked }),
      run: () => run(editor, ask),
    };
  };

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
          icon={Icon}
          {...(keys && {
            title: `${name} (${keys.replaceAll("Mod", IS_APPLE ? "⌘" : "Ctrl")})`,
            "aria-keyshortcuts": keys.replace("Mod", IS_APPLE ? "Meta" : "Control"),
          })}
          aria-pressed={pressed[index]}
          tabIndex={index === current ? 0 : -1}
          className="aria-pressed:bg-raised aria-pressed:text-accent"
          // Keeps the selection.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(index)}
          onClick={() => run(editor, ask)}
        />
      ))}
      {onPictures && (
        <FileInput ref={chooser} label="Pictures" accept="image/*" multiple onChoose={onPictures} />
      )}
      {checklists && (
        <MenuButton
          label="More formatting"
          icon={Ellipsis}
          tabIndex={current === count - 1 ? 0 : -1}
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setCurrent(count - 1)}
          groups={() => [
            ...(isPhone
              ? [{ actions: REST_OF_NOTE.map((tool) => ({ ...action(tool), toggles: true })) }]
              : []),
            { actions: ALIGNMENTS.map(action) },
            {
              actions: [
                {
                  label: sinksTicked() ? "Leave ticked items in place" : "Move ticked items down",
                  icon: <ListChecks />,
                  run: () => setSinksTicked(!sinksTicked()),
                },
              ],
            },
          ]}
        />
      )}
    </div>
  );
}

interface Tool {
  name: string;
  Icon: LucideIcon;
  /** `Mod` is Ctrl or ⌘; empty without a shortcut. */
  keys: string;
  /** Undefined for tools without a state. */
  isPressed: (editor: Editor) => boolean | undefined;
  run: (editor: Editor, ask: Ask) => void;
}

/** Opens the field for a link's URL, or the choice of pictures. */
interface Ask {
  link: () => void;
  pictures: () => void;
}

/** @param active the mark or block that the tool toggles, or whether it is pressed. */
function tool(
  name: string,
  Icon: LucideIcon,
  keys: string,
  active: string | Tool["isPressed"],
  change: (chain: ChainedCommands) => ChainedCommands,
): Tool {
  const isPressed =
    typeof active === "string" ? (editor: Editor) => editor.isActive(active) : active;
  return { name, Icon, keys, isPressed, run: (editor) => change(editor.chain().focus()).run() };
}

const hasNoState = () => undefined;
const isAligned = (textAlign: string) => (editor: Editor) => editor.isActive({ textAlign });
const [isCentered, isRight] = [isAligned("center"), isAligned("right")];
const isLeft = (editor: Editor) => !isCentered(editor) && !isRight(editor);

const ALIGNMENTS: readonly Tool[] = [
  tool("Align left", TextAlignStart, "Mod+Shift+L", isLeft, (to) => to.setTextAlign("left")),
  tool("Align center", TextAlignCenter, "Mod+Shift+E", isCentered, (to) =>
    to.setTextAlign("center"),
  ),
  tool("Align right", TextAlignEnd, "Mod+Shift+R", isRight, (to) => to.setTextAlign("right")),
];

const BOLD = tool("Bold", Bold, "Mod+B", "bold", (chain) => chain.toggleBold());

const COMMON: readonly Tool[] = [
  tool("Highlight", Highlighter, "Mod+Shift+H", "highlight", (chain) => chain.toggleHighlight()),
  { ...tool("Link", Link, "Mod+K", "link", (chain) => chain), run: (_editor, ask) => ask.link() },
  tool("Bullet list", List, "Mod+Shift+8", "bulletList", (chain) => chain.toggleBulletList()),
];

const TOOLS: readonly Tool[] = [BOLD, ...COMMON, ...ALIGNMENTS];

const PICTURES: Tool = {
  ...tool("Add pictures", ImagePlus, "", hasNoState, (chain) => chain),
  run: (_editor, ask) => ask.pictures(),
};

/** With the button of the menu, as many buttons of 44 px as fit a phone. */
const FIRST_OF_NOTE: readonly Tool[] = [
  tool("Checklist", ListChecks, "Mod+Shift+9", "checklist", (chain) => chain.toggleChecklist()),
  BOLD,
  tool("Italic", Italic, "Mod+I", "italic", (chain) => chain.toggleItalic()),
  tool("Heading", Heading, "Mod+Alt+3", "heading", (chain) => chain.toggleHeading({ level: 3 })),
  PICTURES,
  tool("Undo", Undo2, "Mod+Z", hasNoState, (chain) => chain.undo()),
];

/** In the menu on phones; alignment always is. */
const REST_OF_NOTE: readonly Tool[] = [
  tool("Redo", Redo2, "Mod+Shift+Z", hasNoState, (chain) => chain.redo()),
  ...COMMON,
];

const PHONE = "(pointer: coarse) and (width < 40rem)";

function targetOf(key: string, current: number, count: number): number | null {
  if (key === "ArrowRight") return (current + 1) % count;
  if (key === "ArrowLeft") return (current + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}
