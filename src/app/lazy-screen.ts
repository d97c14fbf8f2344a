import { type ComponentType, createElement, lazy, useState } from "react";

/** A screen whose code loads when it is shown, or preloads. */
export interface LazyScreen {
  Component: ComponentType;
  /** Loads the code; never rejects: a failure recurs, and is reported, when the screen is shown. */
  preload: () => Promise<void>;
}

/** Not the router's own `lazy`: that loads screens even if their guard never shows them. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | undefined;
  const get = async () => {
    loaded = await load();
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await get() }));
  return {
    Component: function Screen() {
      // Loaded code renders without suspending: React delays a second reveal by 300 ms. Chosen
      // once, since swapping the component would reset the screen's state.
      const [Shown] = useState<ComponentType>(() => loaded ?? Lazy);
      return createElement(Shown);
    },
    preload: () =>
      get().then(
        () => {},
        () => {},
      ),
  };
}
