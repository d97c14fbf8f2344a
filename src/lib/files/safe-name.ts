import { graphemes } from "../graphemes.ts";
import { shownName } from "../shown-name.ts";

/** Bytes of a name that Linux allows, without room for a number. */
const MOST_BYTES = 240;

/** Names that Windows keeps for devices, whatever follows a dot. */
const RESERVED = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[\d¹²³])(?= *(?:\.|$))/i;

/**
 * A name that Windows, macOS and Linux can create, of one path segment.
 * @param most characters; an extension stays.
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
 * Maps names that Windows or macOS take for one (in case, or with accents as characters of their
 * own) to the same text.
 */
export const sameName = (path: string) => path.normalize("NFD").toUpperCase().normalize();
