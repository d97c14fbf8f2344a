import { imports } from "./actions/import-actions.ts";
import { labels } from "./actions/label-actions.ts";
import { pictures } from "./actions/picture-actions.ts";
import { recurring } from "./actions/recurring-actions.ts";
import { dashboard } from "./dashboard-part.ts";
import { drivePart } from "./drive/drive-part.ts";
import type { Part } from "./part.ts";

/** The parts of the workspace besides notes and tasks. */
export const PARTS: readonly Part[] = [drivePart, labels, pictures, imports, recurring, dashboard];
