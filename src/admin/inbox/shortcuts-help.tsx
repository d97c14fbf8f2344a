import { Keyboard } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";

const SHORTCUTS = [
  ["↓ or J", "Next message"],
  ["↑ or K", "Previous message"],
  ["Enter", "Open"],
  ["U", "Mark as read or unread"],
  ["R", "Mark as replied or not"],
  ["X", "Select; with Shift, select up to here"],
  ["Ctrl A", "Select all"],
  ["Delete", "Delete"],
  ["/", "Search"],
  ["Esc", "Clear the selection, close the message"],
] as const;

/** The inbox's keyboard shortcuts, behind a button. */
export function ShortcutsHelp() {
  const [shown, setShown] = useState(false);
  return (
    <>
      <span className="hidden md:contents">
        <IconButton label="Keyboard shortcuts" onClick={() => setShown(true)}>
          <Keyboard aria-hidden="true" />
        </IconButton>
      </span>
      {shown && (
        <Modal title="Keyboard shortcuts" width="sm" onClose={() => setShown(false)}>
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-note">
            {SHORTCUTS.map(([key, what]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="rounded border border-line-strong px-1.5 text-small">{key}</kbd>
                </dt>
                <dd className="text-soft">{what}</dd>
              </div>
            ))}
          </dl>
        </Modal>
      )}
    </>
  );
}
