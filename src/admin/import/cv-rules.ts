import { z } from "zod";
import type { AnyField, KindName } from "../../../shared/content/kind.ts";
import { fieldsOf } from "../../../shared/content/kinds.ts";
import {
  INFO_MAX_BYTES,
  LIST_ENTRY_MAX_LENGTH,
  LIST_MAX_ENTRIES,
  NAME_MAX_LENGTH,
} from "../../../shared/limits.ts";
import { VISIBILITIES } from "../../content/cv/cv-content.ts";
import { fileColumn, isNullable } from "../../content/cv/cv-entry.ts";
import { formatSections, parseSections } from "../../content/sections.ts";
import {
  optionalLink,
  optionalPicture,
  optionalText,
  requiredLink,
  requiredText,
} from "../../forms/field-rules.ts";
import { onceFor } from "../../lib/once.ts";
import { mailHref, safePicture } from "../../lib/safe-url.ts";
import type { SafeHtml } from "../../lib/sanitize/html-policy.ts";

/** The sanitizers of the environment: the browser's in the panel. */
export interface Sanitizers {
  html: (html: string) => SafeHtml;
  /** Null for an SVG that is empty once everything unsafe is removed. */
  svg: (svg: string) => string | null;
}

/** The rules for an entry of a file; their messages explain why an entry cannot be imported. */
export const importSchema = onceFor((name: KindName): z.ZodType<Record<string, unknown>> => {
  const rules = fieldsOf(name).flatMap(([column, field]) => {
    const rule = ruleOf(field);
    return rule ? [[fileColumn(column, field), rule]] : [];
  });
  return z.object(Object.fromEntries(rules));
});

/** Null for columns that files do not contain. */
function ruleOf(field: AnyField): z.ZodType | null {
  const { required } = field;
  const missing =
    required && !isNullable(field) ? `It has no ${required.replace(/^(an?|the) /, "")}.` : "";
  switch (field.type) {
    case "text":
      return missing ? requiredText(missing, field.longest) : text(field.longest);
    case "link":
      // An invalid URL is dropped and the review says so, because the entry is useful without it.
      return missing ? requiredLink(missing) : optional(optionalLink()).catch(null);
    case "picture":
      return optional(optionalPicture()).catch(null);
    case "month":
      return z.string().nullable();
    case "words":
      return words;
    case "number":
      return z
        .number()
        .transform((number) => Math.min(field.most ?? number, Math.max(0, Math.round(number))))
        .nullable();
    case "icon":
      return text(ICON_MAX_LENGTH);
    case "category":
      return z.string().trim().max(NAME_MAX_LENGTH).nullish();
    case "visibility":
      return z.enum(VISIBILITIES).optional();
    case "flag":
      return z.boolean().optional();
    case "order":
      return null;
    default:
      return field satisfies never;
  }
}

const text = (longest: number) => optional(optionalText(longest));

const optional = (rule: z.ZodType<string | null, string>) =>
  z.preprocess((value) => value ?? "", rule);

/** Maximum length of an icon key, in characters. */
const ICON_MAX_LENGTH = 100;

const words = z.preprocess(
  (list) => (Array.isArray(list) ? [...new Set(list)] : list),
  z
    .array(z.string().trim().min(1).max(LIST_ENTRY_MAX_LENGTH, "One of its skills is too long."))
    .max(LIST_MAX_ENTRIES, `It has more than ${LIST_MAX_ENTRIES} skills.`)
    .nullable(),
);

/**
 * Cleans a value of General Info.
 * @returns null for a value that cannot be stored.
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
      return formatSections(parseSections(value));
    default:
      return value;
  }
}
