import { z } from "zod";
import { mailHref } from "../../lib/safe-url.ts";
import { sanitiseHtmlInBrowser } from "../../lib/sanitise-html-browser.ts";
import { sanitiseSvgInBrowser } from "../../lib/sanitise-svg-browser.ts";
import type { StoredInfo } from "./stored-info.ts";

/** Said of an SVG that has nothing left once everything unsafe is taken out. */
export const NOTHING_SAFE =
  "Nothing safe to show is left of this. It has to be an SVG made of shapes and paint only.";

/** Bytes, as the database counts them. */
const MOST = 262_144;

const text = z
  .string()
  .refine((value) => new TextEncoder().encode(value).length <= MOST, "This is too long.");

const email = text.refine(
  (value) => value.trim() === "" || mailHref(value) !== null,
  "Please enter a valid email address.",
);

// Sanitised here, before it is stored, and again wherever it is shown.
const html = text.transform((value) => sanitiseHtmlInBrowser(value) as string);

const svg = text.transform((value, context) => {
  if (value.trim() === "") return "";
  const safe = sanitiseSvgInBrowser(value);
  if (safe !== null) return safe as string;
  context.addIssue({ code: "custom", message: NOTHING_SAFE });
  return z.NEVER;
});

/** What the owner says about themselves: the form's values in, what may be stored out. */
export const infoSchema = z.object({
  displayName: text,
  fullName: text,
  tagline: text,
  location: text,
  bio: html,
  personalStatement: html,
  email,
  profilePictureUrl: text,
  faviconSvg: svg,
  workspaceFaviconSvg: svg,
  adminFaviconSvg: svg,
  base: z.custom<StoredInfo>(),
});
