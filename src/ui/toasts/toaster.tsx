import { type ComponentType, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { ToasterProps } from "sonner";
import { useVisualViewport } from "../hooks/use-visual-viewport.ts";
import { keepFocusUsable } from "./toast-focus.ts";
import { showToastsIn } from "./toast-layer.ts";

/**
 * The container of toasts such as "Saved". The styles are in app.css instead of sonner's script.
 * @param Toaster sonner's, which is loaded late.
 */
export function AppToaster({ Toaster }: { Toaster: ComponentType<ToasterProps> }) {
  // For dialogs that fill a phone, too.
  useVisualViewport();
  const home = useRef<HTMLDivElement>(null);
  const [host] = useState(() => document.createElement("div"));
  useLayoutEffect(() => {
    if (home.current) return showToastsIn(home.current, host);
  }, [host]);
  useLayoutEffect(() => keepFocusUsable(host), [host]);
  return (
    <>
      <div ref={home} className="toasts" />
      {createPortal(
        <Toaster
          // Headers are at the top; dialogs leave room at the bottom (dialogs.css).
          position="bottom-center"
          offset={12}
          mobileOffset={8}
          containerAriaLabel="Notifications"
          style={{ fontFamily: "inherit" }}
          toastOptions={{
            className: "text-note!",
            style: {
              background: "var(--color-raised)",
              color: "var(--color-ink)",
              borderColor: "var(--color-line-strong)",
              fontFamily: "inherit",
              boxShadow: "none",
              borderRadius: "var(--radius)",
            },
          }}
        />,
        host,
      )}
    </>
  );
}
