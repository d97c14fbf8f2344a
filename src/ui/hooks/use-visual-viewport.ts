import { useLayoutEffect } from "react";

/**
 * While mounted, sets `--visual-top` and `--visual-height` to the part of the window above an
 * on-screen keyboard. Ignored while the page is zoomed, which reduces the visual viewport too.
 */
export function useVisualViewport(): void {
  useLayoutEffect(() => {
    const { visualViewport: view } = window;
    const { style } = document.documentElement;
    if (!view) return;
    const remove = () => {
      style.removeProperty("--visual-top");
      style.removeProperty("--visual-height");
    };
    const follow = () => {
      if (view.scale !== 1) return remove();
      style.setProperty("--visual-top", `${view.offsetTop}px`);
      style.setProperty("--visual-height", `${view.height}px`);
    };
    const listening = new AbortController();
    follow();
    view.addEventListener("resize", follow, listening);
    view.addEventListener("scroll", follow, listening);
    return () => {
      listening.abort();
      remove();
    };
  }, []);
}
