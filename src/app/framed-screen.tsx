import { type ComponentType, useEffect, useState } from "react";
import { lazyComponent } from "../ui/lazy-component.ts";

interface FramedScreen {
  Component: ComponentType;
  /** Marks the screen as the first one of the visit. */
  markFirst: () => void;
}

/**
 * A screen in its area's frame. The first screen of a visit shows a placeholder while its code
 * loads, which begins once the frame is painted, so that nothing delays the frame. Later screens
 * replace the previous one when their code has loaded.
 */
export function framedScreen(
  load: () => Promise<ComponentType>,
  Placeholder: ComponentType,
): FramedScreen {
  const { Component, preload } = lazyComponent(load);
  let first = false;
  return {
    Component: function Framed() {
      const [waiting, setWaiting] = useState(first);
      useEffect(() => {
        first = false;
        if (!waiting) return;
        let shown = true;
        void preload().then(() => {
          if (shown) setWaiting(false);
        });
        return () => {
          shown = false;
        };
      }, [waiting]);
      return waiting ? <Placeholder /> : <Component />;
    },
    markFirst: () => {
      first = true;
    },
  };
}
