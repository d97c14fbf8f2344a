import { z } from "zod";
import { INFO_MAX_BYTES } from "../../../shared/limits.ts";
import { LOOKS, lookOf } from "../../../shared/looks.ts";
import { toAccent } from "../../content/accent.ts";
import { INFO_LABELS, type InfoKey } from "../../content/portfolio.ts";
import { LANGUAGES, languageOf } from "../../content/texts/languages.ts";
import type { FieldNames } from "../../forms/field-difference.ts";
import { mailHref } from "../../lib/safe-url.ts";
import { sanitizeHtmlInBrowser } from "../../lib/sanitize/sanitize-html-browser.ts";
import { sanitizeSvgInBrowser } from "../../lib/sanitize/sanitize-svg-browser.ts";

/** Shown for an SVG that is empty once everything unsafe is removed. */
export const NOTHING_SAFE = "This isn't a usable SVG. Paste plain <svg> code without scripts.";

const text = z
  .string()
  .refine((value) => new TextEncoder().encode(value).length <= INFO_MAX_BYTES, "This is too long.");

const email = text.refine(
  (value) => value.trim() === "" || mailHref(value) !== null,
  "Please enter a valid email address.",
);

// Sanitized here before it is stored, and again wherever it is rendered.
const html = text.transform((value) => sanitizeHtmlInBrowser(value) as string);

const svg = text.transform((value, context) => {
  if (value.trim() === "") return "";
  const safe = sanitizeSvgInBrowser(value);
  if (safe !== null) return safe as string;
  context.addIssue({ code: "custom", message: NOTHING_SAFE });
  return z.NEVER;
});

const color = text.refine(
  (value) => value.trim() === "" || toAccent(value) !== null,
  "Please enter a hex color such as #22d3ee.",
);

/** Converts form values to column values. */
export const infoSchema = z.object({
  displayName: text,
  fullName: text,
  tagline: text,
  location: text,
  bio: html,
  personalStatement: html,
  email,
  phone: text,
  cvPhone: text,
  postalAddress: text,
  profilePictureUrl: text,
  faviconSvg: svg,
  workspaceFaviconSvg: svg,
  adminFaviconSvg: svg,
  accentColor: color,
  look: text,
  heroPicture: text,
  pageLanguage: text,
  highlightInnovation: text,
  highlightUsers: text,
  highlightAmbition: text,
  contactLead: text,
});

/** Labels of General Info's fields in comparisons, in the order of the form. */
export const INFO_NAMES: FieldNames<Record<InfoKey, string>> = {
  ...INFO_LABELS,
  bio: { label: INFO_LABELS.bio, show: wordsOf },
  personalStatement: { label: INFO_LABELS.personalStatement, show: wordsOf },
  pageLanguage: {
    label: INFO_LABELS.pageLanguage,
    show: (pageLanguage) => LANGUAGES[languageOf({ pageLanguage })],
  },
  look: { label: INFO_LABELS.look, show: (look) => LOOKS[lookOf({ look })].label },
};

/** The plain text of rich text, one line per paragraph. */
function wordsOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  const blocks = body.querySelectorAll("p, li");
  return Array.from(blocks.length > 0 ? blocks : [body], (block) => block.textContent).join("\n");
}
