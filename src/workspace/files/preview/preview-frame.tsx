import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { isFocusLost } from "../../../ui/focus-recovery.ts";

interface PreviewFrameProps {
  name: string;
  /** Called for keys without modifiers, except in players and text fields. */
  onKey: (key: string) => void;
  onClose: () => void;
  children: ReactNode;
}

/** The focused dialog around a preview, nearly as large as the screen. */
export function PreviewFrame({ name, onKey, onClose, children }: PreviewFrameProps) {
  const frame = useRef<HTMLDivElement>(null);
  // A button disabled by its own click, such as Next at the last file, would swallow the keys.
  useEffect(() => {
    if (isFocusLost() || document.activeElement?.matches(":disabled")) frame.current?.focus();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    if ((target as Element).matches("audio, video, textarea, select")) return;
    if (!event.altKey && !event.ctrlKey && !event.metaKey) onKey(event.key);
  };
  return (
    <Dialog
      label={`Preview: ${name}`}
      // Dark in both themes, so that the content is the brightest part.
      className="modal large scheme-dark"
      onClose={onClose}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys for the buttons in it. */}
      <div
        ref={(element) => {
          element?.setAttribute("autofocus", "");
          frame.current = element;
        }}
        tabIndex={-1}
        data-preview
        className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)] outline-none!"
        onKeyDown={onKeyDown}
      >
        {children}
      </div>
    </Dialog>
  );
}

/** Classes of the element that shows the content. */
export const STAGE =
  "grid min-h-0 place-items-center-safe overflow-auto overscroll-contain bg-ground";
