import type { z } from "zod";
import { optionalText, requiredText, wordList } from "../../../forms/field-rules.ts";
import { formatWords } from "../../../forms/word-list.ts";
import type { Tables } from "../../../lib/database.types.ts";

/** What a stage of a career has in both tables. */
export type TimelineRow = Tables<"experience">;

/**
 * The fields that experience and education share, as they are typed and as they are stored.
 * @param missing what is said when title or organization was not entered.
 */
export function timelineFields(missing: { title: string; organization: string }) {
  return {
    title: requiredText(missing.title, 300),
    organization: requiredText(missing.organization, 300),
    location: optionalText(300),
    date_range: optionalText(200),
    description: optionalText(20_000),
    skills: wordList(),
  };
}

export type TimelineValues = z.input<z.ZodObject<ReturnType<typeof timelineFields>>>;

/** What the fields are called; title and organization have a name of their own in each table. */
export const timelineNames = {
  location: "Location",
  date_range: "Date Range",
  description: "Description",
  skills: "Skills",
} as const;

/** A stored entry as it is edited; empty for a new one. */
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

/** How an entry is called where it has to be told from others. */
export function timelineName({ title, organization }: TimelineRow): string {
  return `${title}, ${organization}`;
}
