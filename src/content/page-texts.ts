import type { en } from "./texts/en.ts";

/** The three blocks in About: the key of the owner's text and of the fixed title. */
export const HIGHLIGHTS = [
  ["highlightInnovation", "innovation"],
  ["highlightUsers", "users"],
  ["highlightAmbition", "ambition"],
] as const satisfies [string, keyof typeof en.highlights][];
