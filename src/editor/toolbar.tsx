import { type Editor, useEditorState } from "@tiptap/react";
import {
  Bold,
  Highlighter,
  Link,
  List,
  ListChecks,
  type LucideIcon,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignStart,
} from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { IconButton } from "../ui/button.tsx";
import { IS_APPLE } from "../ui/command-key.ts";

/** The formatting toolbar. One tab stop; arrow keys move inside. */
export function Toolbar({
  editor,
  label,
  checklists,
  onLink,
}: {
  editor: Editor;
  label: string;
  checklists: boolean;
  /** Opens the field for a link's URL. */
  onLink: () => void;
}) {
  const tools = checklists ? TOOLS_WITH_CHECKLIST : TOOLS;
  const [current, setCurrent] = useState(0);
  const pressed = useEditorState({
    editor,
    selector: ({ editor }) => tools.map(({ isPressed }) => isPressed(editor)),
  });

  function move(event: KeyboardEvent<HTMLElement>) {
    const target = targetOf(event.key, current, tools.length);
    if (target === null) return;
    event.preventDefault();
    setCurrent(target);
    event.currentTarget.querySelectorAll("button")[target]?.focus();
  }

  return (
    <div
      role="toolbar"
      aria-label={label}
      className="flex flex-wrap gap-0.5 border-line border-b p-1"
      onKeyDown={move}
    >
      {tools.map(({ name, Icon, keys, run }, index) => (
        <IconButton
          key={name}
          label={name}
          title={`${name} (${keys.replaceAll("Mod", IS_APPLE ? "⌘" : "Ctrl")})`}
          aria-keyshortcuts={keys.replace("Mod", IS_APPLE ? "Meta" : "Control")}
          aria-pressed={pressed[index] ?? false}
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
    </div>
  );
}

interface Tool {
  name: string;
  Icon: LucideIcon;
  /** `Mod` is Ctrl or ⌘. */
  keys: string;
  isPressed: (editor: Editor) => boolean;
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

const TOOLS_WITH_CHECKLIST: readonly Tool[] = [
  ...TOOLS.slice(0, 4),
  {
    name: "Checklist",
    Icon: ListChecks,
    keys: "Mod+Shift+9",
    isPressed: (editor) => editor.isActive("checklist"),
    run: (editor) => editor.chain().focus().toggleChecklist().run(),
  },
  ...TOOLS.slice(4),
];

const isAligned = (editor: Editor, textAlign: string) => editor.isActive({ textAlign });

function targetOf(key: string, current: number, count: number): number | null {
  if (key === "ArrowRight") return (current + 1) % count;
  if (key === "ArrowLeft") return (current + count - 1) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}
