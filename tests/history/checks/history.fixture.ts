import type { Decision, Event, History, Place, Shown, StoredRow, Version } from "../history.ts";
import { checkHistory } from "./checks.ts";
import type { Violation } from "./violation.ts";

/** A history whose n-th commit is at ten times n milliseconds. */
export function history({
  commits,
  events = [],
  ...rest
}: { commits: Change[][]; events?: Event[] } & Partial<History>): History {
  const versions = commits.flatMap((changes, index) =>
    changes.map(
      ([place, id, stored]): Version => ({
        commit: index + 1,
        at: (index + 1) * 10,
        place,
        id,
        stored,
      }),
    ),
  );
  return { first: [], versions, events, stored: NOTHING, shown: {}, restless: [], ...rest };
}

export type Change = [place: Place, id: string, stored: StoredRow | null];

export const NOTHING: Shown = { notes: [], board: [] };

/** A decision made in the first tab. */
export const decided = (decision: Decision, at: number): Event => ({
  kind: "decision",
  at,
  tab: "0.0",
  decision,
});
/** The checks that a history violates. */
export const found = (one: History): Violation["check"][] =>
  checkHistory(one).map(({ check }) => check);
