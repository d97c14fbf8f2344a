import { Modal } from "../../ui/modal.tsx";

/** What the keyboard can do here. */
export function ShortcutsHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal title="Keyboard shortcuts" width="lg" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2">
        {SHORTCUTS.map(([keys, text]) => (
          <div key={keys} className="contents">
            <dt className="font-mono text-small">{keys}</dt>
            <dd className="text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}

const SHORTCUTS = [
  ["N", "Take a note"],
  ["Ctrl+Enter", "Close the new note; in a text, tick the checklist item"],
  ["/", "Search"],
  ["Arrow keys, J, K", "From note to note"],
  ["Enter", "Open the note"],
  ["P", "Pin or unpin it"],
  ["E", "Archive it, or bring it back"],
  ["C", "Copy it as Markdown"],
  ["Delete", "Delete it"],
  ["Escape", "Close the editor"],
  ["- or 1. and a space", "In a text: a list"],
  ["[ ] and a space", "In a text: a checklist"],
  ["### and a space", "In a text: a heading"],
  ["> and a space", "In a text: a quotation"],
  ["**bold**, *italic*, `code`, ~~struck~~, ==marked==", "In a text: emphasis"],
] as const;
