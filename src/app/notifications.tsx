import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router";
import type { ToasterProps } from "sonner";
import { useVisualViewport } from "../ui/hooks/use-visual-viewport.ts";
import { AppToaster } from "../ui/toasts/toaster.tsx";

const loadSonner = (): Promise<{ Toaster: ComponentType<ToasterProps> }> => import("sonner");

/**
 * Toasts such as "Saved". Their code is loaded after the first screen, because nothing is announced
 * before the first action. Screens that announce something import it themselves: after a failure,
 * such as for a file that a newer version has replaced, the next screen has loaded it.
 */
export function Notifications({ load = loadSonner }) {
  const { pathname } = useLocation();
  useVisualViewport();
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
  }, [Toaster, load, pathname]);
  return Toaster && <AppToaster Toaster={Toaster} />;
}
