import DOMPurify from "dompurify";

/**
 * Takes out of pasted HTML what the browser would report or load while the editor reads it: styles,
 * scripts, handlers, pictures. The editor then reduces the rest to what a text may hold.
 */
export function cleanPastedHtml(html: string): string {
  purifier ??= DOMPurify(window);
  return purifier.sanitize(html, { USE_PROFILES: { html: true }, FORBID_TAGS: LOADED });
}

// An instance of its own, so that no other policy's hooks meet it.
let purifier: ReturnType<typeof DOMPurify> | undefined;

const LOADED = ["style", "img", "picture", "source", "video", "audio", "track", "input", "button"];
