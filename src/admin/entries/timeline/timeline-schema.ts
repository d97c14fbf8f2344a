import type { z } from "zod";
import {
  DATE_RANGE_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  TITLE_MAX_LENGTH,
} from "../../../../shared/limits.ts";
import { optionalText, requiredText, wordList } from "../../../forms/field-rules.ts";
import { formatWords } from "../../../forms/word-list.ts";
import type { Tables } from "../../../lib/database.types.ts";

/** The columns both timeline tables share. */
export type TimelineRow = Tables<"experience">;

/**
 * Schema of the fields that experience and education share.
 * @param missing the messages shown when the title or organization is empty.
 */
export function timelineFields(missing: { title: string; organization: string }) {
  return {
    title: requiredText(missing.title, TITLE_MAX_LENGTH),
    organization: requiredText(missing.organization, TITLE_MAX_LENGTH),
    location: optionalText(TITLE_MAX_LENGTH),
    date_range: optionalText(DATE_RANGE_MAX_LENGTH),
    description: optionalText(DESCRIPTION_MAX_LENGTH),
    skills: wordList(),
  };
}

export type TimelineValues = z.input<z.ZodObject<ReturnType<typeof timelineFields>>>;

/** Field labels; the title and organization labels differ per table. */
export const timelineNames = {
  location: "Location",
  date_range: "Date Range",
  description: "Description",
  skills: "Skills",
} as const;

/** Form values of a stored entry; empty for a new one. */
export function toTimelineValues(row: TimelineRow | null): TimelineValues {
  return {
    title: row?.title ?? "",
    organization: row?.organization ?? "",
    location: row?.location ?? "",
    date_range: row?.date_range ?? "",
    description: row?.description ?? "",
    skills: formatWords(row?.skills ?? null),
  };
}

/** The name that identifies an entry, for example on its buttons. */
export function timelineName({ title, organization }: TimelineRow): string {
  return `${title}, ${organization}`;
}
