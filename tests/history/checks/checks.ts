import {
  deviceOf,
  type Event,
  type History,
  type Shown,
  type ShownNote,
  storedText,
  textOf,
  tokensOf,
  type Version,
} from "../history.ts";
import { CLOCK_MS } from "../versions.ts";
import { checkDrive } from "./drive-checks.ts";
import { checkImports } from "./import-checks.ts";
import { checkLabels } from "./label-checks.ts";
import { checkPictures } from "./picture-checks.ts";
import { checkRecurring } from "./recurring-checks.ts";
import { checkTransactions } from "./row-checks.ts";
import type { Violation } from "./violation.ts";

/** All violations in a history. Pure, so that handwritten histories can test it. */
export function checkHistory(history: History): Violation[] {
  return [
    ...checkAcknowledged(history),
    ...checkKept(history),
    ...checkTransactions(history),
    ...checkReads(history),
    ...checkConverged(history),
    ...checkDrive(history),
    ...checkLabels(history),
    ...checkPictures(history),
    ...checkImports(history),
    ...checkRecurring(history),
    ...history.restless.map((text): Violation => ({ check: "queues", text })),
  ];
}

/** Checks that texts were committed before the interface called them saved. */
function checkAcknowledged({ versions, events, first }: History): Violation[] {
  const commits = firstCommits(versions);
  const known = new Set(first);
  return events.flatMap((event) => {
    if (event.kind !== "saved" || known.has(event.token)) return [];
    const committed = commits.get(event.token);
    if (committed && committed.at <= event.at + CLOCK_MS) return [];
    const when = committed ? `only ${Math.round(committed.at - event.at)} ms later` : "never";
    return violation("acknowledged", `${event.token} was saved in tab ${event.tab}, but ${when}.`);
  });
}

/**
 * Checks that texts stored on a device arrive, unless the device lost its storage or the user
 * decided otherwise.
 */
function checkKept({ versions, events }: History): Violation[] {
  const commits = firstCommits(versions);
  return events.flatMap((event, index) => {
    if (event.kind !== "kept" || commits.has(event.token)) return [];
    const isExcused = events.some(
      (other, at) =>
        (other.kind === "evicted" && at > index && sameDevice(other, event)) ||
        (other.kind === "decision" && other.decision.removes?.includes(event.token)),
    );
    if (isExcused) return [];
    return violation("kept", `${event.token} was kept on the device of ${event.tab}, then lost.`);
  });
}

/**
 * Checks that a tab shows only committed versions, including its own writes once they were called
 * saved, and of each row never an older version than before.
 */
function checkReads({ versions, events }: History): Violation[] {
  const found: Violation[] = [];
  const commits = firstCommits(versions);
  const byRow = new Map<string, { commit: number; at: number; text: string }[]>();
  for (const { place, id, stored, commit, at } of versions) {
    if (!stored) continue;
    const text = place === "board" ? textOf(stored.title, "") : storedText(stored);
    byRow.set(id, [...(byRow.get(id) ?? []), { commit, at, text }]);
  }
  /** The oldest version of each row that a tab may show. */
  const floors = new Map<string, number>();
  const raise = (tab: string, id: string, commit: number) =>
    floors.set(`${tab} ${id}`, Math.max(floors.get(`${tab} ${id}`) ?? 0, commit));
  for (const event of events) {
    if (event.kind === "saved") {
      const own = commits.get(event.token);
      if (own) raise(event.tab, own.id, own.commit);
    }
    if (event.kind !== "seen" || event.offline) continue;
    const { tab, id, text } = event;
    const same = (byRow.get(id) ?? []).filter(
      (one) => one.text === text && one.at <= event.at + CLOCK_MS,
    );
    const floor = floors.get(`${tab} ${id}`) ?? 0;
    const possible = same.find(({ commit }) => commit >= floor);
    if (possible) raise(tab, id, possible.commit);
    else {
      const what = same.length > 0 ? `older than commit ${floor}` : "never committed";
      found.push({ check: "reads", text: `Tab ${tab} shows ${id} as “${text}”, ${what}.` });
    }
  }
  return found;
}

/** Checks that every tab finally shows the state of the database. */
function checkConverged({ stored, shown }: History): Violation[] {
  const wanted = linesOf(stored);
  return Object.entries(shown).flatMap(([tab, one]) => {
    const lines = linesOf(one);
    const missing = wanted.filter((line) => !lines.includes(line));
    const extra = lines.filter((line) => !wanted.includes(line));
    if (missing.length + extra.length === 0) return [];
    const text = `Tab ${tab} does not show ${missing.join(", ") || "–"}, but ${extra.join(", ") || "–"}.`;
    return violation("converged", text);
  });
}

export function linesOf({ notes, board, lines = [] }: Shown): string[] {
  return [
    ...lines,
    ...notes.map(noteLine),
    ...["todo", "inprogress", "done"].flatMap((column) =>
      board
        .filter(({ status }) => status === column)
        .map(
          ({ id, text, due, repeats }, index) =>
            `task ${id} ${column} ${index} ${text} ${due}${repeats ? " repeats" : ""}`,
        ),
    ),
  ];
}

const noteLine = ({ id, archived, text, pinned, color, checked, ...rest }: ShownNote) =>
  `note ${id} ${text} ${color.toLowerCase()}${pinned ? " pinned" : ""}${archived ? " archived" : ""} ${checked} ${rest.labels} ${rest.picture}`.trim();

/** The first commit with each token, and its row. */
function firstCommits(versions: readonly Version[]) {
  const found = new Map<string, { commit: number; at: number; id: string }>();
  for (const { stored, commit, at, id } of versions) {
    for (const token of stored ? tokensOf(stored) : []) {
      if (!found.has(token)) found.set(token, { commit, at, id });
    }
  }
  return found;
}

const sameDevice = (one: Event, other: Event) => deviceOf(one.tab) === deviceOf(other.tab);

const violation = (check: Violation["check"], text: string): Violation[] => [{ check, text }];
