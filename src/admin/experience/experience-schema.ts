import { z } from "zod";
import { checkMonths, timelineFields } from "../entries/timeline/timeline-schema.ts";

export const experienceSchema = z
  .object(
    timelineFields({
      title: "Please enter a title.",
      organization: "Please enter an organization.",
    }),
  )
  .superRefine(checkMonths);
