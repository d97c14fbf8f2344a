import { useLayoutEffect } from "react";

/**
 * While mounted, sets `--visual-top` and `--visual-height` to the part of the window above an
 * on-screen keyboard, and `--keyboard` to the height that it covers. Ignored while the page is zoomed, which reduces the visual viewport too.
 */
export function useVisualViewport(): void {
  useLayoutEffect(() => {
    const { visualViewport: view } = window;
    const root = document.documentElement;
    const { style } = root;
    if (!view) return;
    const remove = () => {
      style.removeProperty("--visual-top");
      style.removeProperty("--visual-height");
      style.removeProperty("--keyboard");
    };
    const follow = () => {
      if (view.scale !== 1) return remove();
      style.setProperty("--visual-top", `${view.offsetTop}px`);
      style.setProperty("--visual-height", `${view.height}px`);
      // Fixed boxes are placed in the whole window, which a keyboard does not make smaller.
      const covered = root.clientHeight - view.offsetTop - view.height;
      style.setProperty("--keyboard", `${Math.max(covered, 0)}px`);
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
