import { recordOf, takeText } from "./file-values.ts";

/** The parts of a place that JSON Resume has; the site has them as one text. */
type Place = Partial<Record<(typeof PARTS)[number], string>>;

const PARTS = ["city", "region", "countryCode"] as const;

/** Takes the parts of a file's place that are given. */
export function placeIn(location: object): Place {
  const parts = PARTS.map((part) => [part, takeText(location, part)] as const);
  return Object.fromEntries(parts.filter(([, text]) => text !== ""));
}

/** Takes the place of an entry, a text or its parts. */
export function takePlace(item: Record<string, unknown>, key: string): string {
  const place = recordOf(item[key]);
  const parts = placeText(placeIn(place));
  return [parts || takeText(item, key), takeText(place, "country")].filter(Boolean).join(", ");
}

/** The text of a place. */
export function placeText(place: Place): string {
  return PARTS.flatMap((part) => place[part] ?? []).join(", ");
}

/**
 * The place of a text.
 * @param parts as `personal_info` has them, in JSON; those of another text do not count.
 */
export function toPlace(text: string, parts = ""): Place {
  try {
    const place = placeIn(Object(JSON.parse(parts)));
    if (placeText(place) === text) return place;
  } catch {
    // The stored location has no parts.
  }
  return { city: text };
}
