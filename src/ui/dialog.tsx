import { type ReactNode, useEffect, useRef } from "react";

interface DialogProps {
  /** Its name, for those who hear it; or the id of the element that says it. */
  label?: string;
  labelledBy?: string;
  /** Escape or a click on the backdrop. The owner decides whether to stop showing it. */
  onClose: () => void;
  className: string;
  children: ReactNode;
}

/**
 * A bare dialog over everything else. The browser's own `<dialog>` keeps the focus inside, makes
 * the rest inert and gives the focus back; it needs no injected styles, which our policy forbids.
 */
export function Dialog({ label, labelledBy, onClose, className, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      // Unmounting skips the browser's own return of the focus.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-label={label}
      aria-labelledby={labelledBy}
      className={className}
      // Chrome lets only the first of two Escapes be refused on `cancel`; a key press always can be.
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing)
          return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // A second back gesture closes it without asking; whether it goes is still the owner's to say.
      onClose={() => {
        dialog.current?.showModal();
        onClose();
      }}
      // A drag that starts in a field and ends outside must not close anything.
      onMouseDown={(event) => {
        pressedOutside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && pressedOutside.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
