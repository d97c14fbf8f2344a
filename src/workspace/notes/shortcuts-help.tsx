import { Modal } from "../../ui/modal.tsx";

/** The notes' keyboard shortcuts. */
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
  ["E", "Archive or unarchive it"],
  ["C", "Copy it as Markdown"],
  ["Delete", "Move it to the trash"],
  ["Escape", "Close the editor or the new note"],
  ["Ctrl+Enter", "Close the new note; in a note, tick the item"],
  ["- or 1. and a space", "In a note: a list"],
  ["[ ] and a space", "In a note: a checklist"],
  ["### and a space", "In a note: a heading"],
  ["> and a space", "In a note: a quotation"],
  ["**bold** *italic*", "In a note: emphasis"],
  ["`code` ~~struck~~", "In a note: code, struck out"],
  ["Ctrl+K", "In a note: add or edit a link"],
  ["Ctrl+Click", "In a note: open the link"],
  ["Ctrl+Shift+V", "In a note: paste as plain text"],
  ["==marked==", "In a note: highlighted"],
] as const;
