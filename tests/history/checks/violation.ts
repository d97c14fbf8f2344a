/** What a history must not contain, and where it does. */
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

/** What a history must not contain of the drive. */
export interface DriveViolation {
  check: "acknowledged" | "contents" | "bytes" | "files" | "quota" | "orphans" | "shares";
  text: string;
}
