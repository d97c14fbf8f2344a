import { useEffect, useRef } from "react";
import { createPicture, type PictureAttributes } from "../../editor/picture-view.ts";
import { sanitizeHtmlInBrowser } from "../../lib/sanitize/sanitize-html-browser.ts";
import { useNotes } from "./use-notes.ts";

/** The first picture, above the text. Not selectable: a copied one would have no URL. */
export function NotePicture({ picture }: { picture: PictureAttributes }) {
  const { pictures } = useNotes();
  const box = useRef<HTMLDivElement>(null);
  const { file, alt, width, height } = picture;
  useEffect(() => {
    const { dom, destroy } = createPicture({ file, alt, width, height }, pictures.cards);
    dom.style.width = "100%";
    dom.style.maxHeight = "20rem";
    box.current?.replaceChildren(dom);
    return destroy;
  }, [file, alt, width, height, pictures]);
  return (
    <div
      ref={box}
      className="pointer-events-none relative max-h-80 select-none"
      style={{ aspectRatio: `${width} / ${height}` }}
    />
  );
}

/** Maximum length of an img tag that is searched, including a long alternative text. */
const LONGEST_TAG = 1500;

/**
 * Estimated height in pixels of the first picture above a card's text, without parsing the HTML.
 */
export function estimatePicture(html: string): number {
  if (!html.includes("<img ")) return 0;
  const [, width, height] = /<img [^>]* width="(\d+)" height="(\d+)"/.exec(html) ?? [];
  return 8 + Math.min((CARD_WIDTH * Number(height)) / Number(width) || CARD_WIDTH, MAX_HEIGHT);
}

/**
 * Approximate width of a card without padding, and maximum height of its picture, in CSS pixels.
 */
const CARD_WIDTH = 280;
const MAX_HEIGHT = 320;

/** The first picture in rich text; null if there is none. */
export function firstPicture(html: string): PictureAttributes | null {
  const at = html.indexOf("<img ");
  if (at < 0) return null;
  const tag = sanitizeHtmlInBrowser(html.slice(at, at + LONGEST_TAG));
  const body = new DOMParser().parseFromString(tag, "text/html");
  const image = body.querySelector("img");
  const file = image?.dataset.file;
  if (!image || !file) return null;
  const pixels = (name: string) => Number(image.getAttribute(name)) || 300;
  return { file, alt: image.alt, width: pixels("width"), height: pixels("height") };
}
