import { joinWords } from "../../lib/join-words.ts";
import { recordOf, takeText } from "./file-values.ts";

/** The parts of a location in JSON Resume; the site stores locations as one text. */
type Place = Partial<Record<(typeof PARTS)[number], string>>;

const PARTS = ["city", "region", "countryCode"] as const;

/** Removes and returns the parts of a location in a file. */
export function placeIn(location: object): Place {
  const parts = PARTS.map((part) => [part, takeText(location, part)] as const);
  return Object.fromEntries(parts.filter(([, text]) => text !== ""));
}

/** Removes and returns an entry's location, which may be a text or parts. */
export function takePlace(item: Record<string, unknown>, key: string): string {
  const place = recordOf(item[key]);
  const parts = placeText(placeIn(place));
  return joinWords([parts || takeText(item, key), takeText(place, "country")]);
}

export function placeText(place: Place): string {
  return joinWords(PARTS.map((part) => place[part]));
}

/**
 * Splits a location text.
 * @param parts the stored `locationParts` in JSON, used only if they belong to this text.
 */
export function toPlace(text: string, parts = ""): Place {
  try {
    const place = placeIn(Object(JSON.parse(parts)));
    // Earlier versions wrote only Latin commas.
    const [own, stored] = [placeText(place), text].map((one) => one.replaceAll("،", ","));
    if (own === stored) return place;
  } catch {
    // Without matching parts, the whole text becomes the city.
  }
  return { city: text };
}
