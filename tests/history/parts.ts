import { drivePart } from "./drive-part.ts";
import { imports } from "./import-actions.ts";
import { labels } from "./label-actions.ts";
import type { Part } from "./part.ts";
import { pictures } from "./picture-actions.ts";
import { recurring } from "./recurring-actions.ts";

/** The parts of the workspace besides notes and tasks. */
export const PARTS: readonly Part[] = [drivePart, labels, pictures, imports, recurring];
