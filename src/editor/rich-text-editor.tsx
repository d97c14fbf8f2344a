import { EditorContent, useEditor } from "@tiptap/react";
import { useEffect, useRef } from "react";
import { sanitiseHtmlInBrowser } from "../lib/sanitise-html-browser.ts";
import { extensions, extensionsWithChecklists } from "./extensions.ts";
import { cleanPastedHtml } from "./pasted-html.ts";
import { Toolbar } from "./toolbar.tsx";

export interface RichTextEditorProps {
  label: string;
  labelId: string;
  noteId: string | undefined;
  invalid: boolean;
  value: string;
  onChange: (html: string) => void;
  /** Whether lists can be ticked. */
  checklists?: boolean;
  /** Takes the colour and the room of what stands around it, and keeps every space typed. */
  plain?: boolean;
}

/**
 * The editor with its toolbar. A value that came from the editor itself is never put back into it,
 * which would move the caret; any other value replaces the text.
 */
export function RichTextEditor({ value, onChange, ...props }: RichTextEditorProps) {
  const { label, labelId, noteId, invalid, checklists = false, plain = false } = props;
  /** The value the editor shows, and the text as it was put in with the HTML it makes of it. */
  const shown = useRef(value);
  const untouched = useRef({ value, html: "" });

  const editor = useEditor({
    extensions: checklists ? extensionsWithChecklists : extensions,
    content: sanitiseHtmlInBrowser(value),
    parseOptions: { preserveWhitespace: plain },
    // Our policy forbids injected styles; the classes below hold what they do.
    injectCSS: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      transformPastedHTML: cleanPastedHtml,
      // The editor would swallow the key that closes the dialog around it.
      handleDOMEvents: {
        keydown: (_view, { key, isComposing }) => key === "Escape" && !isComposing,
      },
      attributes: {
        class: `${TEXT} ${plain ? "min-h-48" : "min-h-32 max-h-[28rem] overflow-y-auto"}`,
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelId,
        ...(noteId && { "aria-describedby": noteId }),
        ...(invalid && { "aria-invalid": "true" }),
      },
    },
    onCreate: ({ editor }) => {
      untouched.current.html = editor.getHTML();
    },
    onUpdate: ({ editor }) => {
      const html = editor.isEmpty ? "" : sanitiseHtmlInBrowser(editor.getHTML());
      const same = editor.getHTML() === untouched.current.html;
      shown.current = same ? untouched.current.value : html;
      onChange(shown.current);
    },
  });

  useEffect(() => {
    if (value === shown.current) return;
    shown.current = value;
    editor.commands.setContent(sanitiseHtmlInBrowser(value), {
      emitUpdate: false,
      parseOptions: { preserveWhitespace: plain },
    });
    untouched.current = { value, html: editor.getHTML() };
  }, [editor, value, plain]);

  return (
    <div
      className={
        plain
          ? "min-w-0"
          : `min-w-0 rounded border bg-ground focus-within:border-accent ${invalid ? "border-bad" : "border-line-strong"}`
      }
    >
      <Toolbar editor={editor} label={`Formatting of ${label}`} checklists={checklists} />
      <EditorContent editor={editor} />
    </div>
  );
}

const TEXT =
  "rich relative rounded-b px-3.5 py-3 text-note whitespace-break-spaces wrap-anywhere [font-variant-ligatures:none]";
