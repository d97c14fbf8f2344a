/** A typeface of the page: its family in styles, its package @fontsource/…, and its weight. */
interface Typeface {
  family: string;
  package: string;
  weight: 400 | 600 | 700;
}

interface LookFacts {
  /** The name in General Info. */
  label: string;
  headings: Typeface;
  text: Typeface;
}

/**
 * The looks of the page: typefaces with their own scale and lines. Each is a class of the page and
 * has its own styles in src/landing/looks.
 */
export const LOOKS = {
  plex: {
    label: "Technical: IBM Plex",
    headings: { family: "IBM Plex Sans", package: "ibm-plex-sans", weight: 600 },
    text: { family: "IBM Plex Sans", package: "ibm-plex-sans", weight: 400 },
  },
  editorial: {
    label: "Editorial: Source Serif and Source Sans",
    headings: { family: "Source Serif 4", package: "source-serif-4", weight: 400 },
    text: { family: "Source Sans 3", package: "source-sans-3", weight: 400 },
  },
  grotesque: {
    label: "Grotesque: Inter Tight",
    headings: { family: "Inter Tight", package: "inter-tight", weight: 700 },
    text: { family: "Inter Tight", package: "inter-tight", weight: 400 },
  },
} as const satisfies Record<string, LookFacts>;

export type Look = keyof typeof LOOKS;

export const LOOK_NAMES = Object.keys(LOOKS) as Look[];

export const DEFAULT_LOOK: Look = "plex";

/** The look set in General Info; the default if none or an unknown one is set. */
export function lookOf({ look = "" }: { look?: string }): Look {
  return Object.hasOwn(LOOKS, look) ? (look as Look) : DEFAULT_LOOK;
}
