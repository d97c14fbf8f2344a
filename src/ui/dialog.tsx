import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { recoverFocus } from "./focus-recovery.ts";
import { raiseToastsTo } from "./toasts/toast-layer.ts";

interface DialogProps {
  /** Accessible name, or the id of the element that holds it. */
  label?: string;
  labelledBy?: string;
  /** Called for Escape or a click on the backdrop. The caller decides whether to close. */
  onClose: () => void;
  className: string;
  children: ReactNode;
}

/**
 * An unstyled modal dialog. The browser's `<dialog>` traps and restores the focus and makes the
 * rest inert; it needs no injected styles, which our CSP forbids.
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
      // Unmounting skips the browser's own focus restoration.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      // Nothing had the focus, for example after a command that opened another screen.
      if (before === document.body) recoverFocus(findHeading, { preventScroll: true });
    };
  }, []);
  // A layout effect is cleaned up while the dialog is still in the document.
  useLayoutEffect(() => (dialog.current ? raiseToastsTo(dialog.current) : undefined), []);

  return (
    <dialog
      ref={dialog}
      aria-label={label}
      aria-labelledby={labelledBy}
      className={className}
      // On `cancel`, Chrome lets only the first of two Escapes be prevented; on keydown, every one.
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // A second back gesture closes the dialog without `cancel`; the caller still decides.
      onClose={() => {
        dialog.current?.showModal();
        onClose();
      }}
      // A drag that starts in a field and ends outside must not close the dialog.
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

const findHeading = () => document.querySelector("main h1[tabindex]");
