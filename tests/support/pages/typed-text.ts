import type { Locator } from "@playwright/test";

/** The visible part of a text; characters not yet typed take up space but are hidden. */
export async function seenText(element: Locator): Promise<string> {
  return element.evaluate(readSeenText);
}

/**
 * The visible part of a typed text at these times of its animation, in milliseconds. The animation
 * stays paused at the last one.
 * @param element contains the typed text.
 */
export async function seenTextAt(element: Locator, moments: number[]): Promise<string[]> {
  const handle = await element.page().evaluateHandle(`(${readSeenText})`);
  return element.evaluate(
    (root, [read, times]) => {
      const [animation] = root.querySelector(".typed")?.getAnimations() ?? [];
      if (!animation) throw new Error("Nothing types this text.");
      animation.pause();
      return (times as number[]).map((time) => {
        animation.currentTime = time;
        return (read as typeof readSeenText)(root);
      });
    },
    [handle, moments] as const,
  );
}

function readSeenText(root: Element): string {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let seen = "";
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement as Element;
    const { visibility, opacity } = getComputedStyle(parent);
    // Text for screen readers only is clipped to one pixel.
    if (visibility !== "visible" || opacity === "0" || parent.clientWidth === 1) continue;
    seen += node.textContent;
  }
  return seen;
}
