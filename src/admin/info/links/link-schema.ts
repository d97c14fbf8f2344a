import { z } from "zod";
import { NAME_MAX_LENGTH } from "../../../../shared/limits.ts";
import { requiredLink, requiredText } from "../../../forms/field-rules.ts";
import type { Tables } from "../../../lib/database.types.ts";
import { VISIBILITIES, type Visibility } from "../../entries/arrange/arrangement.ts";

export type SocialLink = Tables<"social_links">;

/** Icon keys that have a brand icon; any other key shows the generic link icon. */
export const LINK_ICONS = ["GitHub", "LinkedIn", "Telegram"] as const;

/** A social link: form values in, the row's columns out. */
export const linkSchema = z.object({
  name: requiredText("Please enter a name.", NAME_MAX_LENGTH),
  url: requiredLink("Please enter an address."),
  icon_key: z.string().transform((key) => (key === "" ? null : key)),
  display_order: z
    .string()
    .trim()
    .regex(/^([+-]?\d{1,9})?$/, "Please enter a whole number.")
    // Number("") is 0, which is the default.
    .transform(Number),
  visibility: z.enum(VISIBILITIES),
});

export type LinkColumns = z.output<typeof linkSchema>;

export function toLinkValues(link: SocialLink | null): z.input<typeof linkSchema> {
  return {
    name: link?.name ?? "",
    url: link?.url ?? "",
    icon_key: link?.icon_key ?? "",
    display_order: String(link?.display_order ?? 0),
    visibility: (link?.visibility ?? "public") as Visibility,
  };
}
