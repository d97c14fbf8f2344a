/** A violation in a history, with its position. */
export interface Violation {
  check:
    | "acknowledged"
    | "kept"
    | "fate"
    | "rows"
    | "positions"
    | "reads"
    | "converged"
    | "queues"
    | "labels"
    | "pictures"
    | "imports"
    | "recurring"
    | DriveViolation["check"];
  text: string;
}

/** A violation in the history of the drive. */
export interface DriveViolation {
  check: "acknowledged" | "contents" | "bytes" | "files" | "quota" | "orphans" | "shares";
  text: string;
}
