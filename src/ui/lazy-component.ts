import { type ComponentType, createElement, lazy, useState } from "react";

/** A component whose code is loaded when it is first shown, or preloaded. */
export interface LazyComponent<Props extends object = object> {
  Component: ComponentType<Props>;
  /**
   * Loads the code. Never rejects, because a failure recurs when the component is shown, and is
   * reported then.
   * @returns whether the code is loaded.
   */
  preload: () => Promise<boolean>;
}

const failed = new Set<() => void>();

/**
 * Resets failed loads, so that the next render retries them; React caches the failure. Call it only
 * after the failure was shown, because React would otherwise retry endlessly.
 */
export function retryFailedCode(): void {
  for (const retry of failed) retry();
  failed.clear();
}

/** Replaces the router's `lazy`, which loads screens even if their guard never shows them. */
export function lazyComponent<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const get = async () => {
    try {
      loaded = await load();
    } catch (error) {
      failed.add(() => {
        Lazy = newLazy();
      });
      throw error;
    }
    return loaded;
  };
  const newLazy = () => lazy(async () => ({ default: await get() }));
  let Lazy = newLazy();
  return {
    Component: function Loaded(props: Props) {
      // Code that is already loaded renders without suspending, because React delays a second
      // reveal by 300 ms. Chosen once, because swapping the component would reset its state.
      const [Shown] = useState<ComponentType<Props>>(
        () => loaded ?? (Lazy as ComponentType<Props>),
      );
      return createElement(Shown, props);
    },
    preload: () =>
      get().then(
        () => true,
        () => false,
      ),
  };
}
