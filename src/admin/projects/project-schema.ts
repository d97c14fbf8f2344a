import type { Row } from "../../../shared/content/kind.ts";
import { LINK_MAX_LENGTH } from "../../../shared/limits.ts";
import { type FormValues, formSchema, toFormValues } from "../entries/kind-schema.ts";
import { screenshotUrl } from "./picture/screenshot-url.ts";

/** Converts form values to column values; a project without a picture gets a screenshot. */
export const projectSchema = formSchema("projects").transform((project) => ({
  ...project,
  image_url: project.image_url ?? storableScreenshot(project.live_link),
}));

/** Form values of a stored project, with a picture only if the owner chose it. */
export function toProjectValues(row: Row<"projects"> | null): FormValues<"projects"> {
  const values = toFormValues("projects", row);
  // An automatic screenshot changes with the live link.
  const isAutomatic = row && row.image_url === screenshotUrl(row.live_link);
  return isAutomatic ? { ...values, image_url: "" } : values;
}

// The encoded screenshot URL of a very long live link exceeds the maximum length.
function storableScreenshot(liveLink: string | null): string | null {
  const url = screenshotUrl(liveLink);
  return url !== null && url.length <= LINK_MAX_LENGTH ? url : null;
}
