import { type History, type StoredRow, tokensOf, type Version } from "../history.ts";
import { CLOCK_MS, commitsOf } from "../versions.ts";
import type { Violation } from "./violation.ts";

/**
 * Checks that a note of an imported file is the same row in every import, exists once the import
 * was reported as complete, and is not overwritten by a later import. (Moves to and from the trash
 * are checked for all rows.)
 */
export function checkImports({ versions, events }: History): Violation[] {
  const found: string[] = [];
  const rows = new Map<string, StoredRow>();
  /** For each note of an import file, the rows that were created from it, with their times. */
  const origins = new Map<string, { id: string; at: number }[]>();
  /** The tokens that each row has ever had. */
  const past = new Map<string, Set<string>>();
  const notes = new Set(
    events.flatMap((event) => (event.kind === "decision" ? importedBy(event.decision) : [])),
  );
  const decided = (at: number, token: string) =>
    events.some(
      (event) =>
        event.kind === "decision" &&
        event.at <= at + CLOCK_MS &&
        event.decision.adds?.includes(token),
    );
  for (const { commit, at, changes } of commitsOf(versions)) {
    for (const { id, stored } of changes.filter(isNote)) {
      const was = rows.get(id);
      if (!stored) continue;
      rows.set(id, stored);
      const tokens = tokensOf(stored);
      const known = past.get(id);
      past.set(id, new Set([...(known ?? []), ...tokens]));
      if (!known) {
        for (const token of tokens.filter((one) => notes.has(one))) {
          const others = origins.get(token) ?? [];
          origins.set(token, [...others, { id, at }]);
          // Resolving a conflict by keeping both texts creates a second note.
          if (others.length > 0 && !decided(at, token))
            found.push(
              `${token} is imported as ${others[0]?.id} and, by commit ${commit}, as ${id}.`,
            );
        }
      } else if (was) {
        const back = tokens.filter(
          (one) => notes.has(one) && known.has(one) && !tokensOf(was).includes(one),
        );
        for (const token of back.filter((one) => !decided(at, one)))
          found.push(`${token} was changed in ${id}, and is back since commit ${commit}.`);
      }
    }
  }
  for (const event of events) {
    if (event.kind !== "imported") continue;
    for (const token of event.notes) {
      if (origins.get(token)?.some(({ at }) => at <= event.at + CLOCK_MS)) continue;
      found.push(`An import with ${token} was called complete in tab ${event.tab}, without it.`);
    }
  }
  return found.map((text) => ({ check: "imports", text }));
}

const importedBy = ({ imports = [] }: { imports?: readonly string[] }) => imports;

const isNote = ({ place }: Version) => place === "notes" || place === "trash";
