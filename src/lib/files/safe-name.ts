import { graphemes } from "../graphemes.ts";
import { shownName } from "../shown-name.ts";

/** Maximum bytes of a name on Linux, less room for a number. */
const MOST_BYTES = 240;

/** Device names that Windows reserves, with any extension. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[\d¹²³])(?= *(?:\.|$))/i;

/**
 * A one-segment name that Windows, macOS and Linux can create.
 * @param most maximum characters; the extension is kept.
 */
export function safeName(name: string, most: number): string {
  const safe = shownName(name.normalize())
    .replace(/[<>:"/\\|?*]/g, "_")
    .replace(RESERVED, "_$&");
  const [end = ""] = /(?<=.)\.[^.]{1,15}$/.exec(safe) ?? [];
  const letters = graphemes(safe.slice(0, safe.length - end.length));
  const joined = () => letters.join("") + end;
  const bytes = () => new TextEncoder().encode(joined()).length;
  while (letters.length > 1 && (joined().length > most || bytes() > MOST_BYTES)) letters.pop();
  return joined().replace(/[. ]$/, "_");
}

/**
 * Maps names that Windows or macOS treat as equal, in case or decomposed accents, to the same text.
 */
export const sameName = (path: string) => path.normalize("NFD").toUpperCase().normalize();
