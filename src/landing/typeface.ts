/** The faces of type.css that the page uses. */
const FACES = ["1em IBM Plex Sans", "600 1em IBM Plex Sans", "1em IBM Plex Mono"];

/** Loads the page's typeface for the text of a document. */
export async function loadTypeface({ fonts, body }: Document): Promise<void> {
  const text = body.textContent ?? "";
  await Promise.all(FACES.map((face) => fonts.load(face, text)));
}
