import type { Fault } from "./fault.ts";
export const DRIVE_FAULTS: readonly Fault[] = [];
