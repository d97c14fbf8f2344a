import { type Editor, useEditorState } from "@tiptap/react";
import { ExternalLink, Pencil, Unlink } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { toHref } from "../lib/addresses.ts";
import { safeHref } from "../lib/safe-url.ts";
import { Button, buttonClass, IconButton } from "../ui/button.tsx";
import { CONTROL } from "../ui/field.tsx";

interface LinkBarProps {
  editor: Editor;
  /** Whether the URL field is shown. */
  editing: boolean;
  onEdit: (editing: boolean) => void;
}

/** The link at the caret with its actions, or the field for its URL. */
export function LinkBar({ editor, editing, onEdit }: LinkBarProps) {
  const current = useEditorState({
    editor,
    selector: ({ editor }) => (editor.getAttributes("link").href as string | undefined) ?? null,
  });
  // A press moves the caret. The bar would move the text away from the pointer before it is
  // released: the click would miss its link, or select text.
  const isPressed = usePointerPressed();
  const [href, setHref] = useState(current);
  if (!isPressed && href !== current) setHref(current);
  if (editing) {
    const close = () => {
      onEdit(false);
      editor.commands.focus();
    };
    return <AddressField editor={editor} href={href} onClose={close} />;
  }
  const address = safeHref(href);
  if (!address) return null;
  return (
    <div className={BAR}>
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        className={`${buttonClass("quiet")} min-w-0 flex-1 justify-start!`}
      >
        <ExternalLink className="shrink-0" />
        <span className="sr-only">Open </span>
        <span className="truncate">{address}</span>
      </a>
      <IconButton label="Edit link" icon={Pencil} onClick={() => onEdit(true)} />
      <IconButton
        label="Remove link"
        icon={Unlink}
        onClick={() => editor.chain().focus().extendMarkRange("link").unsetLink().run()}
      />
    </div>
  );
}

/** Whether a pointer is pressed anywhere on the page, until its release and click are handled. */
function usePointerPressed(): boolean {
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const options = { capture: true, signal: stop.signal };
    const release = () => setTimeout(() => setPressed(false));
    addEventListener("pointerdown", () => setPressed(true), options);
    // Dragging text and a context menu may end a press without its own event.
    for (const end of ["pointerup", "pointercancel", "dragend", "contextmenu"])
      addEventListener(end, release, options);
    return () => stop.abort();
  }, []);
  return isPressed;
}

const BAR = "flex flex-wrap items-center gap-1 border-line border-b p-1";

interface AddressFieldProps {
  editor: Editor;
  href: string | null;
  onClose: () => void;
}

// Not a form element, because the editor may be inside a form.
function AddressField({ editor, href, onClose }: AddressFieldProps) {
  const errorId = useId();
  const [address, setAddress] = useState(href ?? "");
  const [invalid, setInvalid] = useState(false);

  function apply() {
    if (address.trim() === "" && href) {
      editor.chain().extendMarkRange("link").unsetLink().run();
      onClose();
      return;
    }
    const target = toHref(address);
    setInvalid(target === null);
    if (!target) return;
    setLink(editor, target, address.trim());
    onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    // The key must not reach the form or dialog around the editor.
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") apply();
    else onClose();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only takes the keys of what is inside.
    <div className={BAR} onKeyDown={onKeyDown}>
      <input
        ref={(input) => input?.focus()}
        type="text"
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        aria-label="Link address"
        placeholder="https://"
        aria-invalid={invalid || undefined}
        aria-describedby={invalid ? errorId : undefined}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        className={`${CONTROL} h-10 w-auto! min-w-0 flex-1 basis-40 px-3`}
      />
      <Button onClick={apply}>Apply</Button>
      <Button look="quiet" onClick={onClose}>
        Cancel
      </Button>
      {invalid && (
        <p id={errorId} role="alert" className="basis-full px-2 text-bad text-small">
          Enter an address such as https://example.org or name@example.org.
        </p>
      )}
    </div>
  );
}

/** Links the selection, changes the link at the caret, or inserts the URL as linked text. */
function setLink(editor: Editor, href: string, text: string): void {
  const { empty } = editor.state.selection;
  if (empty && !editor.isActive("link")) {
    const content = [
      { type: "text", text, marks: [{ type: "link", attrs: { href } }] },
      { type: "text", text: " " },
    ];
    editor.chain().insertContent(content).run();
  } else editor.chain().extendMarkRange("link").setLink({ href }).run();
}
