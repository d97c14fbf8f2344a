import { type ComponentType, useEffect, useState } from "react";
import { useLocation } from "react-router";

async function loadToaster(): Promise<{ Toaster: ComponentType }> {
  const [{ Toaster }, { AppToaster }] = await Promise.all([
    import("sonner"),
    import("../ui/toasts/toaster.tsx"),
  ]);
  return { Toaster: () => <AppToaster Toaster={Toaster} /> };
}

/**
 * Toasts such as "Saved". Their code is loaded after the first screen, because nothing is announced
 * before the first action. Screens that announce something import it themselves: after a failure,
 * such as for a file that a newer version has replaced, the next screen has loaded it.
 */
export function Notifications({ load = loadToaster }) {
  const { pathname } = useLocation();
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen is another attempt.
  useEffect(() => {
    if (Toaster) return;
    // Not React.lazy, because a failure there would replace the screen and lose typed text.
    const attempt = () =>
      void load().then(
        (loaded) => setToaster(() => loaded.Toaster),
        () => addEventListener("online", attempt, { once: true }),
      );
    const timer = setTimeout(attempt, 500);
    return () => {
      clearTimeout(timer);
      removeEventListener("online", attempt);
    };
  }, [Toaster, load, pathname]);
  return Toaster && <Toaster />;
}
