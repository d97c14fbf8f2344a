import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { ToasterProps } from "sonner";
import { showToastsIn } from "./toast-layer.ts";

const loadSonner = (): Promise<{ Toaster: ComponentType<ToasterProps> }> => import("sonner");

/**
 * Toasts such as "Saved". Their code is loaded after the first screen, because nothing is announced
 * before the first action. Screens that announce something import it themselves: after a failure,
 * such as for a file that a newer version has replaced, the next screen has loaded it.
 * @param props.screen the path of the screen.
 */
export function Notifications(props: { screen: string; load?: typeof loadSonner }) {
  const { screen, load = loadSonner } = props;
  const [Toaster, setToaster] = useState<ComponentType<ToasterProps> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen is another attempt.
  useEffect(() => {
    if (Toaster) return;
    // Not React.lazy, because a failure there would replace the screen and lose typed text.
    const attempt = () =>
      void load().then(
        (sonner) => setToaster(() => sonner.Toaster),
        () => addEventListener("online", attempt, { once: true }),
      );
    const timer = setTimeout(attempt, 500);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", attempt);
    };
  }, [Toaster, load, screen]);
  return Toaster && <Container Toaster={Toaster} />;
}

/** The styles of toasts are in app.css instead of sonner's script. */
function Container({ Toaster }: { Toaster: ComponentType<ToasterProps> }) {
  const home = useRef<HTMLDivElement>(null);
  const [host] = useState(() => document.createElement("div"));
  useLayoutEffect(() => {
    if (home.current) return showToastsIn(home.current, host);
  }, [host]);
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
