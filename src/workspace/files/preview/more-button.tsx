import type { ReactNode } from "react";
import { Button } from "../../../ui/button.tsx";
import { recoverFocus } from "../../../ui/focus-recovery.ts";

/** A button in a preview that may be gone once pressed; the preview has the keys then. */
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
