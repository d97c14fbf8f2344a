import { Search } from "lucide-react";
import type { ReactNode } from "react";

/** The first row of the palette's dialog, around its input. */
export function InputRow({ children }: { children: ReactNode }) {
  return (
    <div className="flex items-center gap-3 border-b px-4">
      <Search className="size-4 shrink-0 text-soft" />
      {children}
    </div>
  );
}

/** For the input, which has the focus as soon as it is in the dialog and the dialog is open. */
export const inputProps = {
  ref: (input: HTMLInputElement | null) => {
    input?.setAttribute("autofocus", "");
    input?.focus();
  },
  maxLength: 200,
  className: "h-12 w-full min-w-0 bg-transparent text-note text-ink outline-none!",
};
