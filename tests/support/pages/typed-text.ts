import type { Locator } from "@playwright/test";

/** The part of a text that can be seen: characters still to be typed take their place unseen. */
export async function seenText(element: Locator): Promise<string> {
  return element.evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let seen = "";
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement as Element;
      // Text for screen readers alone is clipped to one pixel.
      if (getComputedStyle(parent).visibility !== "visible" || parent.clientWidth === 1) continue;
      seen += node.textContent;
    }
    return seen;
  });
}
