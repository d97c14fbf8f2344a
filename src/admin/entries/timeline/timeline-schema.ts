import { z } from "zod";
import {
  DATE_RANGE_MAX_LENGTH,
  DESCRIPTION_MAX_LENGTH,
  TITLE_MAX_LENGTH,
} from "../../../../shared/limits.ts";
import { optionalText, requiredText, wordList } from "../../../forms/field-rules.ts";
import { monthValue, optionalMonth } from "../../../forms/month-field.ts";
import { formatWords } from "../../../forms/word-list.ts";
import type { Tables } from "../../../lib/database.types.ts";
import { VISIBILITIES, type Visibility } from "../arrange/arrangement.ts";
import { VISIBILITY_NAME } from "../visibility-field.tsx";

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
    start_month: optionalMonth(),
    end_month: optionalMonth(),
    date_range: optionalText(DATE_RANGE_MAX_LENGTH),
    description: optionalText(DESCRIPTION_MAX_LENGTH),
    skills: wordList(),
    visibility: z.enum(VISIBILITIES),
  };
}

/** Refuses an end before the start. */
export function checkMonths(
  { start_month, end_month }: { start_month: string | null; end_month: string | null },
  context: z.RefinementCtx,
): void {
  if (start_month && end_month && end_month < start_month) {
    context.addIssue({
      code: "custom",
      path: ["end_month"],
      message: "The end is before the start.",
    });
  }
}

export type TimelineValues = z.input<z.ZodObject<ReturnType<typeof timelineFields>>>;

/** Field labels; the title and organization labels differ per table. */
export const timelineNames = {
  location: "Location",
  start_month: "Start Month",
  end_month: "End Month",
  date_range: "Date Range",
  description: "Description",
  skills: "Skills",
  visibility: VISIBILITY_NAME,
} as const;

/** Form values of a stored entry; empty for a new one. */
export function toTimelineValues(row: TimelineRow | null): TimelineValues {
  return {
    title: row?.title ?? "",
    organization: row?.organization ?? "",
    location: row?.location ?? "",
    start_month: monthValue(row?.start_month),
    end_month: monthValue(row?.end_month),
    date_range: row?.date_range ?? "",
    description: row?.description ?? "",
    skills: formatWords(row?.skills ?? null),
    visibility: (row?.visibility ?? "public") as Visibility,
  };
}

/** The name that identifies an entry, for example on its buttons. */
export function timelineName({ title, organization }: TimelineRow): string {
  return `${title}, ${organization}`;
}
