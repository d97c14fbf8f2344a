import { useSyncExternalStore } from "react";

/** Chromium's event; not part of TypeScript's types. */
interface InstallEvent extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

let offered: InstallEvent | null = null;
const listeners = new Set<() => void>();

/** Keeps the browser's offer to install the workspace, for the button in Account. */
export function keepInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    set(event as InstallEvent);
  });
  addEventListener("appinstalled", () => set(null));
}

/** The browser's own installation prompt; null while it offers none. */
export function useInstallOffer(): (() => Promise<void>) | null {
  const event = useSyncExternalStore(subscribe, () => offered);
  if (!event) return null;
  return async () => {
    await event.prompt();
    // A prompt can be shown only once.
    set(null);
  };
}

/** Whether this window is the installed workspace. */
export function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches;
}

function set(event: InstallEvent | null): void {
  offered = event;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
