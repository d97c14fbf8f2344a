import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { recoverFocus } from "../../../ui/focus-recovery.ts";

/** A button that may disappear once pressed; the preview then gets the focus. */
export function MoreButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button
      onClick={({ currentTarget }) => {
        const preview = currentTarget.closest("[data-preview]");
        onClick();
        requestAnimationFrame(() => recoverFocus(() => preview));
      }}
    >
      {children}
    </Button>
  );
}
