import { z } from "zod";
import { optionalLink } from "../../forms/field-rules.ts";
import type { Tables } from "../../lib/database.types.ts";
import {
  checkMonths,
  timelineFields,
  toTimelineValues,
} from "../entries/timeline/timeline-schema.ts";

export const educationSchema = z
  .object({
    ...timelineFields({
      title: "Please enter the degree or certificate.",
      organization: "Please enter the institution.",
    }),
    organization_link: optionalLink(),
  })
  .superRefine(checkMonths);

/** Form values of a stored entry; empty for a new one. */
export function toEducationValues(
  row: Tables<"education"> | null,
): z.input<typeof educationSchema> {
  return { ...toTimelineValues(row), organization_link: row?.organization_link ?? "" };
}
