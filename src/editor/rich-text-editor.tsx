import { EditorContent, useEditor } from "@tiptap/react";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { safeHref } from "../lib/safe-url.ts";
import { sanitizeHtmlInBrowser } from "../lib/sanitize/sanitize-html-browser.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { htmlOf } from "./editor-html.ts";
import { extensions, extensionsWithChecklists, extensionsWithPictures } from "./extensions.ts";
import { LinkBar } from "./link-bar.tsx";
import { withLineBelow } from "./picture.ts";
import type { PictureSource } from "./picture-view.ts";
import { Toolbar } from "./toolbar.tsx";
import { typeText } from "./type-text.ts";
import { usePaste } from "./use-paste.ts";

export interface RichTextEditorProps {
  label: string;
  labelId: string;
  noteId: string | undefined;
  invalid: boolean;
  /** HTML; sanitized before it is shown. Not emitted until the user edits it. */
  value: string;
  /** Called with sanitized HTML, and an empty string for an empty text. */
  onChange: (html: string) => void;
  /** Whether checklists are supported. */
  checklists?: boolean;
  /** Stores the text's pictures; undefined for texts without pictures. */
  pictures?: PictureSource | undefined;
  /** Inherits color and spacing, keeps every typed space, and hides the label visually. */
  plain?: boolean;
  /** Whether the editor takes the focus when first shown, at the end of the text. */
  focused?: boolean;
  /** Shown while the text is empty. */
  placeholder?: string;
  /** Called once the editor accepts input, with a function that replaces its text. */
  takeOver?: (type: (typed: TypedText) => void) => void;
}

/** Text that was typed before the editor was ready. */
export interface TypedText {
  text: string;
  /** Number of characters before the caret; null without the focus. */
  caret: number | null;
}

/**
 * The editor with its toolbar. A value emitted by the editor is never set again, which would move
 * the caret and end a composition; any other value replaces the text.
 */
export function RichTextEditor({ value, onChange, ...props }: RichTextEditorProps) {
  const { label, labelId, noteId, invalid, checklists = false } = props;
  const { plain = false, focused = false, pictures, placeholder, takeOver } = props;
  /** The current value, and the last text set from outside with the editor's HTML for it. */
  const shown = useRef(value);
  const untouched = useRef({ value, html: "" });
  /** Emitted values not passed back yet, because renders lag behind on a slow device. */
  const emitted = useRef<string[]>([]);
  const [linking, setLinking] = useState(false);
  const paste = usePaste(pictures);
  // Sanitized once, because sanitizing a long text takes longer than the rest of a render.
  const [initial] = useState(() => toContent(value));

  const editor = useEditor({
    extensions: pictures
      ? extensionsWithPictures(pictures)
      : checklists
        ? extensionsWithChecklists
        : extensions,
    content: initial,
    autofocus: focused && "end",
    parseOptions: { preserveWhitespace: plain },
    // Our policy forbids injected styles; the classes below replace them.
    injectCSS: false,
    // Markdown and links are parsed for pasted text as a whole; these rules match arithmetic.
    enablePasteRules: false,
    shouldRerenderOnTransaction: false,
    editorProps: {
      ...paste.props,
      handleDOMEvents: {
        ...paste.props.handleDOMEvents,
        // The editor would swallow the Escape key that closes the surrounding dialog.
        keydown: (_view, { key, isComposing }) => key === "Escape" && !isComposing,
      },
      handleClick: (_view, _position, event) => openLink(event),
      attributes: {
        class: `${TEXT} ${plain ? (takeOver ? "min-h-24 max-h-96 overflow-y-auto outline-none!" : "min-h-48") : "min-h-32 max-h-[28rem] overflow-y-auto"}`,
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelId,
        // A dialog around the editor opens after the editor has asked for the focus.
        ...(focused && { autofocus: "" }),
        ...(placeholder && { placeholder, "aria-placeholder": placeholder }),
        ...(noteId && { "aria-describedby": noteId }),
        ...(invalid && { "aria-invalid": "true" }),
      },
    },
    onCreate: ({ editor }) => {
      paste.attach(editor);
      const setUntouched = () => {
        untouched.current = { value: shown.current, html: htmlOf(editor) };
      };
      setUntouched();
      takeOver?.(({ text, caret }) => {
        // One synchronous step, so that each key press arrives in one of the two fields.
        typeText(editor, text, caret);
        setUntouched();
      });
    },
    onUpdate: ({ editor }) => {
      const html = editor.isEmpty ? "" : htmlOf(editor);
      const same = html === untouched.current.html;
      shown.current = same ? untouched.current.value : html;
      emitted.current.push(shown.current);
      onChange(shown.current);
    },
  });

  useEffect(() => {
    const place = emitted.current.lastIndexOf(value);
    emitted.current.splice(0, place < 0 ? emitted.current.length : place + 1);
    if (place >= 0 || value === shown.current) return;
    shown.current = value;
    editor.commands.setContent(toContent(value), {
      emitUpdate: false,
      parseOptions: { preserveWhitespace: plain },
    });
    untouched.current = { value, html: htmlOf(editor) };
  }, [editor, value, plain]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only takes a shortcut of what is inside.
    <div
      onKeyDown={(event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "k") return;
        event.preventDefault();
        event.stopPropagation();
        setLinking(true);
      }}
      className={
        plain
          ? "flex min-w-0 flex-1 flex-col bg-inherit"
          : `min-w-0 rounded border bg-ground focus-within:border-accent ${invalid ? "border-bad" : "border-line-strong"}`
      }
    >
      {/* Sticky while a long text scrolls; on narrow screens below the frame's bar. */}
      <div
        className={`sticky bg-inherit ${plain ? "top-0 z-10 max-sm:top-auto max-sm:bottom-0 max-sm:order-last" : "top-13 z-[2] rounded-t lg:top-0"}`}
      >
        <Toolbar
          editor={editor}
          label={`Formatting of ${label}`}
          checklists={checklists}
          onLink={() => setLinking(true)}
          onPictures={pictures && paste.insertPictures}
        />
        <LinkBar editor={editor} editing={linking} onEdit={setLinking} />
        {paste.problem && (
          <Problem text={paste.problem} onClose={paste.forget}>
            {paste.attachment && (
              <Button
                look="quiet"
                pending={paste.attachment.isAttaching}
                onClick={paste.attachment.attachRefused}
              >
                Attach as a file
              </Button>
            )}
          </Problem>
        )}
      </div>
      <EditorContent editor={editor} className={plain ? "lines flex-1" : ""} />
    </div>
  );
}

const toContent = (html: string) => withLineBelow(sanitizeHtmlInBrowser(html));

const TEXT =
  "rich relative rounded-b px-3.5 py-3 text-note whitespace-break-spaces wrap-anywhere [font-variant-ligatures:none]";

/** Opens the link under the pointer when the browser's new-tab modifier key is held. */
function openLink(event: MouseEvent): boolean {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const address = safeHref(link?.getAttribute("href"));
  if (!address || !(event.ctrlKey || event.metaKey)) return false;
  window.open(address, "_blank", "noopener,noreferrer");
  return true;
}

interface ProblemProps {
  text: string;
  onClose: () => void;
  children: ReactNode;
}

function Problem({ text, onClose, children }: ProblemProps) {
  return (
    <div className="flex items-center border-line border-b py-1 ps-3.5 pe-1">
      <p role="status" className="min-w-0 flex-1 text-note wrap-anywhere">
        {text}
      </p>
      {children}
      <IconButton label="Dismiss" icon={X} onClick={onClose} />
    </div>
  );
}
