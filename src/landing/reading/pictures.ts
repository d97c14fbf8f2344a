import { HYDRATE_EVENT } from "../boot/hydration.ts";

/**
 * Marks pictures that do not load and asks for React, which draws the generated ones in their
 * place. Those rendered by React itself do it alone: see `PictureOr`.
 */
export function startPictures(): void {
  for (const image of document.querySelectorAll<HTMLImageElement>("img[data-fallback]")) {
    // Loading may have failed before this code arrived.
    if (image.complete && image.naturalWidth === 0 && image.currentSrc) fail(image);
    else image.addEventListener("error", () => fail(image), { once: true });
  }
}

function fail(image: HTMLImageElement): void {
  image.dataset.failed = "";
  dispatchEvent(new Event(HYDRATE_EVENT));
}
