import { type ComponentType, lazy } from "react";

/** A screen whose code comes when it is shown, or when it is foreseeable that it will be. */
export interface LazyScreen {
  Component: ComponentType;
  /** Starts fetching the code; what fails here fails again, and is told, when it is shown. */
  preload: () => void;
}

/** Not the router's own `lazy`: that fetches screens the guard in front of them will never show. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  return {
    Component: lazy(async () => ({ default: await load() })),
    preload: () => void load().catch(() => {}),
  };
}
