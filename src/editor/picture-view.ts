/** A picture as referenced in a text. */
export interface PictureAttributes {
  /** Id of the picture's file. */
  file: string;
  alt: string;
  /** Width and height in pixels. */
  width: number;
  height: number;
}

/** Stores the pictures of a text, and pasted texts that are too long for it. */
export interface PictureSource {
  /**
   * Stores a picture.
   * @throws {Error} with a message for the user when the file is not a picture that browsers show.
   */
  add(file: File): Promise<PictureAttributes>;
  /**
   * A URL that currently shows the picture; null when the file no longer exists.
   * @param renewed whether an earlier URL has failed.
   */
  open(file: string, renewed?: boolean): Promise<string | null>;
  /**
   * Stores a text under this id; idempotent.
   * @returns the URL of the file.
   */
  attach?(text: File, id: string): Promise<string>;
  /** Called when the picture is shown from such a URL. */
  shown?(file: string, address: string): void;
}

/**
 * An element that shows a picture, with its space reserved. The URL exists only here: stored and
 * copied content refers to the file. If there is nothing to show, the alternative text is shown.
 */
export function createPicture(
  { file, alt: text, width, height }: PictureAttributes,
  source: PictureSource | undefined,
): { dom: HTMLElement; destroy(): void } {
  const alt = text || "Picture";
  const dom = document.createElement("span");
  dom.className = "picture";
  dom.style.width = `${width}px`;
  dom.style.aspectRatio = `${width} / ${height}`;
  const ended = new AbortController();
  const { signal } = ended;
  void show(false);
  return { dom, destroy: () => ended.abort() };

  async function show(renewed: boolean): Promise<void> {
    const address = await source?.open(file, renewed).catch(() => null);
    if (signal.aborted) return;
    if (!address) return showText();
    const image = document.createElement("img");
    Object.assign(image, { alt, width, height, loading: "lazy", decoding: "async" });
    image.draggable = false;
    image.onload = () => source?.shown?.(file, address);
    // A signed URL may expire before a picture far below is loaded.
    image.onerror = () => {
      if (!signal.aborted) void (renewed ? showText() : show(true));
    };
    image.src = address;
    dom.removeAttribute("role");
    dom.replaceChildren(image);
  }

  function showText(): void {
    dom.role = "img";
    dom.ariaLabel = `${alt} (not available)`;
    dom.replaceChildren(alt);
    addEventListener("online", () => void show(true), { signal, once: true });
  }
}
