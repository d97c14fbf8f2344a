import { type ComponentType, createElement, lazy, useState } from "react";

/** A component whose code loads when it is shown, or preloads. */
export interface LazyComponent<Props extends object = object> {
  Component: ComponentType<Props>;
  /**
   * Loads the code; never rejects: a failure recurs, and is reported, when it is shown.
   * @returns whether it is loaded.
   */
  preload: () => Promise<boolean>;
}

const failed = new Set<() => void>();

/**
 * Lets code that could not be loaded be tried again when it is next shown, which React would not.
 * Not earlier than its failure was shown: React would try forever.
 */
export function retryFailedCode(): void {
  for (const retry of failed) retry();
  failed.clear();
}

/** Not the router's own `lazy`: that loads screens even if their guard never shows them. */
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
      // Loaded code renders without suspending: React delays a second reveal by 300 ms. Chosen
      // once, since swapping the component would reset its state.
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
