import { z } from "zod";
import {
  DESCRIPTION_MAX_LENGTH,
  PICTURE_ALT_MAX_LENGTH,
  TITLE_MAX_LENGTH,
} from "../../../shared/limits.ts";
import {
  optionalLink,
  optionalPicture,
  optionalText,
  requiredLink,
  requiredText,
  wordList,
} from "../../forms/field-rules.ts";
import { formatWords } from "../../forms/word-list.ts";
import type { Tables } from "../../lib/database.types.ts";
import { VISIBILITIES, type Visibility } from "../entries/arrange/arrangement.ts";
import { screenshotUrl } from "./picture/screenshot-url.ts";

/** Form values in, storable values out; a project without a picture gets a screenshot. */
export const projectSchema = z
  .object({
    name: requiredText("Please enter a name.", TITLE_MAX_LENGTH),
    live_link: requiredLink("Please enter the address of the live project."),
    github_link: optionalLink(),
    image_url: optionalPicture(),
    image_alt: optionalText(PICTURE_ALT_MAX_LENGTH),
    description: optionalText(DESCRIPTION_MAX_LENGTH),
    stack: wordList(),
    visibility: z.enum(VISIBILITIES),
  })
  .transform((project) => ({
    ...project,
    image_url: project.image_url ?? storableScreenshot(project.live_link),
  }));

export type ProjectValues = z.input<typeof projectSchema>;

/** Form values of a stored project; empty for a new one. */
export function toProjectValues(row: Tables<"projects"> | null): ProjectValues {
  return {
    name: row?.name ?? "",
    live_link: row?.live_link ?? "",
    github_link: row?.github_link ?? "",
    image_url: row ? ownPicture(row) : "",
    image_alt: row?.image_alt ?? "",
    description: row?.description ?? "",
    stack: formatWords(row?.stack ?? null),
    visibility: (row?.visibility ?? "public") as Visibility,
  };
}

/** Only a picture the owner chose; an automatic screenshot follows the live link. */
function ownPicture({ image_url, live_link }: Tables<"projects">): string {
  return image_url === null || image_url === screenshotUrl(live_link) ? "" : image_url;
}

// A live link near the maximum length exceeds it once encoded.
function storableScreenshot(liveLink: string): string | null {
  const url = screenshotUrl(liveLink);
  return url !== null && url.length <= 2048 ? url : null;
}
