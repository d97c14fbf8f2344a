/** An accent color with enough contrast in both themes, as `#rrggbb`. */
export interface Accent {
  light: Tint;
  dark: Tint;
}

interface Tint {
  /** The color for text and graphics. */
  color: string;
  /** The color of text on a background of the accent. */
  on: string;
}

/**
 * Derives the accent of both themes from the owner's color: darkened for the light theme and
 * lightened for the dark one, as little as contrast requires.
 * @returns null unless the text is a color such as `#e4572e` or `#e52`.
 */
export function toAccent(text: string | undefined): Accent | null {
  const color = parseHex(text?.trim() ?? "");
  if (!color) return null;
  return { light: tint(color, GROUNDS.light, BLACK), dark: tint(color, GROUNDS.dark, WHITE) };
}

/** The contrast of two colors by WCAG 2, from 1 to 21; 0 if either is not a color. */
export function contrastOf(one: string, other: string): number {
  const [first, second] = [parseHex(one), parseHex(other)];
  return first && second ? contrast(first, second) : 0;
}

/** The background of each theme with the least contrast: `--color-raised` in `theme.css`. */
export const GROUNDS = { light: "#f2eee5", dark: "#17212a" };

/** Minimum contrast of text by WCAG 2, level AA. */
export const TEXT_CONTRAST = 4.5;

type Rgb = readonly [red: number, green: number, blue: number];

const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
/**
 * Candidates for text on the accent: `--color-on-accent` in `src/ui/theme.css`, then black for
 * accents on which both others are too faint.
 */
const ON_ACCENT = ["#ffffff", "#04161a", "#000000"];

function tint(color: Rgb, ground: string, toward: Rgb): Tint {
  let mixed = color;
  for (
    let share = 0;
    share <= 1 && contrastOf(toHex(mixed), ground) < TEXT_CONTRAST;
    share += 0.02
  ) {
    mixed = [0, 1, 2].map((at) =>
      Math.round((color[at] ?? 0) * (1 - share) + (toward[at] ?? 0) * share),
    ) as unknown as Rgb;
  }
  const hex = toHex(mixed);
  const on = ON_ACCENT.find((text) => contrastOf(text, hex) >= TEXT_CONTRAST) ?? "#000000";
  return { color: hex, on };
}

function parseHex(text: string): Rgb | null {
  const digits = /^#([\da-f]{3}|[\da-f]{6})$/i.exec(text)?.[1];
  if (!digits) return null;
  const long = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const value = Number.parseInt(long, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function toHex(color: Rgb): string {
  return `#${color.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}

function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
