import { z } from "zod";
import {
  DATE_RANGE_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  INFO_MAX_BYTES,
  LIST_ENTRY_MAX_LENGTH,
  LIST_MAX_ENTRIES,
  NAME_MAX_LENGTH,
  PICTURE_ALT_MAX_LENGTH,
  TITLE_MAX_LENGTH,
} from "../../../shared/limits.ts";
import { parseSections } from "../../content/sections.ts";
import {
  optionalLink,
  optionalPicture,
  optionalText,
  requiredLink,
  requiredText,
} from "../../forms/field-rules.ts";
import { mailHref, safePicture } from "../../lib/safe-url.ts";
import type { SafeHtml } from "../../lib/sanitize/html-policy.ts";

/** The sanitizers of the environment: the browser's in the panel. */
export interface Sanitizers {
  html: (html: string) => SafeHtml;
  /** Null for an SVG that is empty once everything unsafe is removed. */
  svg: (svg: string) => string | null;
}

const words = z.preprocess(
  (list) => (Array.isArray(list) ? [...new Set(list)] : list),
  z
    .array(z.string().trim().min(1).max(LIST_ENTRY_MAX_LENGTH, "One of its skills is too long."))
    .max(LIST_MAX_ENTRIES, `It has more than ${LIST_MAX_ENTRIES} skills.`)
    .nullable(),
);

const text = (longest: number) =>
  z.preprocess((value) => value ?? "", optionalText(longest)) as unknown as z.ZodType<
    string | null
  >;

// An address that is none is left out; the entry stays useful without it.
const link = z
  .preprocess((value) => value ?? "", optionalLink())
  .catch(null) as unknown as z.ZodType<string | null>;

const picture = z
  .preprocess((value) => value ?? "", optionalPicture())
  .catch(null) as unknown as z.ZodType<string | null>;

const visibility = z.enum(["public", "draft", "hidden"]).optional();

const timeline = {
  title: requiredText("It has no title.", TITLE_MAX_LENGTH),
  organization: requiredText("It names no organization.", TITLE_MAX_LENGTH),
  location: text(TITLE_MAX_LENGTH),
  date_range: text(DATE_RANGE_MAX_LENGTH),
  start_month: z.string().nullable(),
  end_month: z.string().nullable(),
  description: text(DESCRIPTION_MAX_LENGTH),
  skills: words,
  visibility,
};

/** The rules of the columns; their messages are reasons why an entry cannot be imported. */
export const cvRules = {
  experience: z.object(timeline),
  education: z.object({ ...timeline, organization_link: link }),
  projects: z.object({
    name: requiredText("It has no name.", TITLE_MAX_LENGTH),
    description: text(DESCRIPTION_MAX_LENGTH),
    image_url: picture,
    image_alt: text(PICTURE_ALT_MAX_LENGTH),
    stack: words,
    github_link: link,
    // Asked for in the review, unless the project is on the site already.
    live_link: link,
    visibility,
  }),
  skill_categories: z.object({
    name: requiredText("It has no name.", NAME_MAX_LENGTH),
    visibility,
  }),
  skills: z.object({
    name: requiredText("It has no name.", NAME_MAX_LENGTH),
    level: z
      .number()
      .transform((level) => Math.min(100, Math.max(0, Math.round(level))))
      .nullable(),
    icon: text(100),
    category: z.string().trim().max(NAME_MAX_LENGTH).nullish(),
    visibility,
  }),
  social_links: z.object({
    name: requiredText("It has no name.", NAME_MAX_LENGTH),
    url: requiredLink("It has no address."),
    icon_key: text(100),
    visibility,
  }),
};

/**
 * A value of General Info as it is stored.
 * @returns null for one that cannot be stored.
 */
export function cleanInfo(key: string, value: string, sanitizers: Sanitizers): string | null {
  const clean = cleanValue(key, value, sanitizers);
  const fits = clean !== null && new TextEncoder().encode(clean).length <= INFO_MAX_BYTES;
  return fits && clean !== "" ? clean : null;
}

function cleanValue(key: string, value: string, { html, svg }: Sanitizers): string | null {
  switch (key) {
    case "bio":
    case "personalStatement":
      return html(value);
    case "faviconSvg":
    case "workspaceFaviconSvg":
    case "adminFaviconSvg":
      return svg(value);
    case "email":
      return mailHref(value) ? value : null;
    case "profilePictureUrl":
      return safePicture(value) ? value : null;
    case "sections":
      return JSON.stringify(parseSections(value));
    default:
      return value;
  }
}
