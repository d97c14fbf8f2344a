import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { IconButton } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

interface ModalProps {
  title: ReactNode;
  /**
   * Called for Escape, a backdrop click or the close button. The caller decides whether to close.
   */
  onClose: () => void;
  /** Maximum width; the widest is 2xl (42rem). */
  width?: "sm" | "lg" | "2xl";
  children: ReactNode;
}

/** A dialog with a title, a close button and scrollable contents. */
export function Modal({ title, onClose, width = "2xl", children }: ModalProps) {
  const titleId = useId();
  return (
    <Dialog labelledBy={titleId} className={`modal ${widths[width]}`} onClose={onClose}>
      <div className="grid max-h-[inherit] grid-rows-[auto_1fr]">
        <header className="flex items-center justify-between gap-4 border-line border-b py-2 ps-5 pe-2">
          <h2 id={titleId} className="text-body font-semibold">
            {title}
          </h2>
          <IconButton label="Close" icon={X} onClick={onClose} />
        </header>
        <div className="overflow-y-auto overscroll-contain p-5">{children}</div>
      </div>
    </Dialog>
  );
}

const widths = { sm: "max-w-md", lg: "max-w-lg", "2xl": "max-w-2xl" } as const;
