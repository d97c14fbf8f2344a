import { z } from "zod";
import { LINK_MAX_LENGTH, LIST_ENTRY_MAX_LENGTH, LIST_MAX_ENTRIES } from "../../shared/limits.ts";
import { completeAddress, safeHref, safePicture } from "../lib/safe-url.ts";
import { parseWords } from "./word-list.ts";

/** Required text, trimmed. @param missing the error when it is empty. */
export function requiredText(missing: string, longest: number) {
  return z
    .string()
    .trim()
    .min(1, { error: missing, abort: true })
    .refine(...atMost(longest));
}

/** Optional text; stored as null when empty. */
export function optionalText(longest: number) {
  return z
    .string()
    .trim()
    .refine(...atMost(longest))
    .transform(orNull);
}

/** Required link; a missing `https://` is added. @param missing the error when it is empty. */
export function requiredLink(missing: string) {
  return z
    .string()
    .trim()
    .min(1, { error: missing, abort: true })
    .overwrite(completeAddress)
    .refine(...LINK)
    .refine(...atMost(LINK_MAX_LENGTH));
}

/** Optional link; stored as null when empty. A missing `https://` is added. */
export function optionalLink() {
  return z
    .string()
    .trim()
    .overwrite(completeAddress)
    .refine((text) => text === "" || isLink(text), LINK[1])
    .refine(...atMost(LINK_MAX_LENGTH))
    .transform(orNull);
}

/** URL of a picture on the web or on this site; null when empty. */
export function optionalPicture() {
  return z
    .string()
    .trim()
    .refine((text) => text === "" || isPicture(text), {
      error:
        "Please enter an address that starts with https:// or a path such as /pictures/one.png.",
    })
    .refine(...atMost(LINK_MAX_LENGTH))
    .transform(orNull);
}

/** Comma-separated words as a list; null when there are none. */
export function wordList() {
  return z.string().transform((text, context) => {
    const words = parseWords(text);
    if (words && words.length > LIST_MAX_ENTRIES) {
      context.addIssue(
        `Please enter at most ${LIST_MAX_ENTRIES} entries; you entered ${words.length}.`,
      );
    }
    const long = words?.find((word) => lengthOf(word) > LIST_ENTRY_MAX_LENGTH);
    if (long) {
      const start = [...long].slice(0, 20).join("");
      context.addIssue(`“${start}…” is longer than ${LIST_ENTRY_MAX_LENGTH} characters.`);
    }
    return words;
  });
}

/** Whether the database accepts the text as a link: absolute http, https or mailto. */
function isLink(text: string): boolean {
  return (
    /^(https?:\/\/[^\s/\\?#]|mailto:\S)/i.test(text) && safeHref(text) !== null && isPlain(text)
  );
}

function isPicture(text: string): boolean {
  const address = /^(https?:\/\/[^\s/\\?#]|\/)/i;
  return address.test(text) && safePicture(text) !== null && isPlain(text);
}

// The database also refuses the C1 control characters, which browsers accept.
function isPlain(text: string): boolean {
  return !/[\u007f-\u009f]/.test(text);
}

const LINK: [(text: string) => boolean, { error: string }] = [
  isLink,
  { error: "Please enter a full address, such as https://example.com." },
];

function atMost(longest: number): [(text: string) => boolean, { error: string }] {
  return [
    (text) => lengthOf(text) <= longest,
    { error: `Please use at most ${longest.toLocaleString("en-US")} characters.` },
  ];
}

/** Length in characters as PostgreSQL counts them; `length` counts an emoji twice. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

function orNull(text: string): string | null {
  return text === "" ? null : text;
}
