import { HYDRATE_EVENT } from "../boot/controls.ts";
import { dataset } from "../boot/root.ts";
import { reportUnsent } from "./failures.ts";

/**
 * Loads React for the message form on the first interaction, which may precede this code, or on
 * HYDRATE_EVENT. A failed attempt is repeated at the next one.
 */
export function startHydration(load = (): Promise<unknown> => import("../hydrate.tsx")): void {
  let started = false;
  const hydrate = () => {
    // In the application, these events do not concern this page.
    if (started || dataset.area) return;
    started = true;
    load().catch((error) => {
      started = false;
      console.error(error);
      reportUnsent();
    });
  };
  for (const sign of ["pointerdown", "keydown", "focusin", HYDRATE_EVENT]) {
    addEventListener(sign, hydrate);
  }
  if (navigator.userActivation.hasBeenActive) hydrate();
}
