/** A picture as a text names it. */
export interface PictureAttributes {
  /** Id of the file. */
  file: string;
  alt: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** Where the pictures of a text are stored, and texts that are too long for it. */
export interface PictureSource {
  /**
   * Stores a picture.
   * @throws {Error} with a message for the user when the file is none that can be shown.
   */
  add(file: File): Promise<PictureAttributes>;
  /**
   * An address from which it can be shown now; null when it no longer exists.
   * @param renewed whether an earlier address has failed.
   */
  open(file: string, renewed?: boolean): Promise<string | null>;
  /** Stores a text under this id; idempotent. @returns its address. */
  attach?(text: File, id: string): Promise<string>;
  /** Called when it is shown from such an address. */
  shown?(file: string, address: string): void;
}

/**
 * An element that shows a picture, with its space reserved. The address is only in here: what is
 * stored and copied names the file. Where there is nothing to show, it has the alternative text.
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
    // A signed address expires before a picture far below is loaded.
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
