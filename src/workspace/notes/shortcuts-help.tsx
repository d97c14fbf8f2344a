import { Modal } from "../../ui/modal.tsx";

/** What the keyboard can do here. */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" width="lg" onClose={onClose}>
      <dl className="grid gap-x-6 gap-y-2.5 sm:grid-cols-[12rem_minmax(0,1fr)] sm:items-baseline">
        {SHORTCUTS.map(([keys, text]) => (
          <div key={keys} className="contents">
            <dt className="-mb-1.5 font-mono text-small sm:mb-0">{keys}</dt>
            <dd className="text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

const SHORTCUTS = [
  ["N", "Take a note"],
  ["/", "Search"],
  ["Arrow keys, J, K", "From note to note"],
  ["Enter", "Open the note"],
  ["P", "Pin or unpin it"],
  ["E", "Archive it, or bring it back"],
  ["C", "Copy it as Markdown"],
  ["Delete", "Delete it"],
  ["Escape", "Close the editor or the new note"],
  ["Ctrl+Enter", "Close the new note; in a text, tick the item"],
  ["- or 1. and a space", "In a text: a list"],
  ["[ ] and a space", "In a text: a checklist"],
  ["### and a space", "In a text: a heading"],
  ["> and a space", "In a text: a quotation"],
  ["**bold** *italic*", "In a text: emphasis"],
  ["`code` ~~struck~~", "In a text: code, struck out"],
  ["==marked==", "In a text: highlighted"],
] as const;
