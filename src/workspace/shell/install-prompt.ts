import { useSyncExternalStore } from "react";
import { createObservable } from "../../lib/observable.ts";

/** Chromium's event; not part of TypeScript's types. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

const offer = createObservable<InstallEvent | null>(null);

/** Keeps the browser's offer to install the workspace, for the button in Account. */
export function keepInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer.set(event as InstallEvent);
  });
  addEventListener("appinstalled", () => offer.set(null));
}

/** The browser's own installation prompt; null while it offers none. */
export function useInstallOffer(): (() => Promise<void>) | null {
  const event = useSyncExternalStore(offer.subscribe, offer.get);
  if (!event) return null;
  return async () => {
    await event.prompt();
    // A prompt can be shown only once.
    offer.set(null);
  };
}

/** Whether this window is the installed workspace. */
export function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}
