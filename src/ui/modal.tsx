import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { IconButton } from "./button.tsx";

interface ModalProps {
  title: ReactNode;
  /** Escape, a click on the backdrop or the cross. The owner decides whether to stop showing it. */
  onClose: () => void;
  /** Largest width; the widest is 2xl (42rem). */
  width?: "sm" | "lg" | "2xl";
  children: ReactNode;
}

/**
 * A dialog over everything else. The browser's own `<dialog>` keeps the focus inside, makes the
 * rest inert and gives the focus back; it needs no injected styles, which our policy forbids.
 */
export function Modal({ title, onClose, width = "2xl", children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
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
      aria-labelledby={titleId}
      className={`modal ${widths[width]}`}
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
      <div className="grid max-h-[inherit] grid-rows-[auto_1fr]">
        <header className="flex items-center justify-between gap-4 border-line border-b py-2 ps-5 pe-2">
          <h2 id={titleId} className="text-body font-semibold">
            {title}
          </h2>
          <IconButton label="Close" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </header>
        <div className="overflow-y-auto overscroll-contain p-5">{children}</div>
      </div>
    </dialog>
  );
}

const widths = { sm: "max-w-md", lg: "max-w-lg", "2xl": "max-w-2xl" } as const;
