import { type ComponentType, createElement, lazy, useState } from "react";

/** A screen whose code comes when it is shown, or when it is foreseeable that it will be. */
export interface LazyScreen {
  Component: ComponentType;
  /** Fetches the code; never rejects: what fails here fails again, and is told, when it is shown. */
  preload: () => Promise<void>;
}

/** Not the router's own `lazy`: that fetches screens the guard in front of them will never show. */
export function lazyScreen(load: () => Promise<ComponentType>): LazyScreen {
  let loaded: ComponentType | undefined;
  const get = async () => {
    loaded = await load();
    return loaded;
  };
  const Lazy = lazy(async () => ({ default: await get() }));
  return {
    Component: function Screen() {
      // What is there is shown without suspending: React holds a second reveal back for 300 ms.
      // Chosen once, since another component in its place would lose the screen's state.
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
