import { drivePart } from "./drive-part.ts";
import type { Part } from "./part.ts";

/** The parts of the workspace besides notes and tasks. */
export const PARTS: readonly Part[] = [drivePart];
