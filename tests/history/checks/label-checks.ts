import { deviceOf, type Event, type History } from "../history.ts";
import { CLOCK_MS, commitsOf } from "../versions.ts";
import type { Violation } from "./violation.ts";

/**
 * Checks that labels are merged one by one: each appears in a note because a user added it there,
 * on any device and however late the device sends it, and disappears because a user removed or
 * renamed it. A renamed label may reappear if another device had added the old name and sends it
 * later.
 */
export function checkLabels({ versions, events }: History): Violation[] {
  const found: Violation[] = [];
  const notes = new Map<string, Labels[]>();
  for (const { commit, at, changes } of commitsOf(versions)) {
    const before = new Map([...notes].map(([id, states]) => [id, states.at(-1)?.labels]));
    for (const id of new Set(changes.map((one) => one.id))) {
      const row = changes.find((one) => one.id === id && one.stored);
      const labels = row?.stored ? (row.stored.labels ?? []) : undefined;
      const isDeleted = row?.place !== "notes";
      notes.set(id, [...(notes.get(id) ?? []), { at, labels, isDeleted }]);
    }
    const decided = events.filter((event) => event.at <= at + CLOCK_MS);
    for (const id of new Set(changes.map((one) => one.id))) {
      const [was, is] = [before.get(id), notes.get(id)?.at(-1)?.labels];
      if (!was || !is) continue;
      for (const label of was.filter((one) => !is.includes(one))) {
        const reason = whyGone({ id, label, is, decided, notes });
        if (reason)
          found.push({ check: "labels", text: `${label} of ${id} ${reason} by ${commit}.` });
      }
      for (const label of is.filter((one) => !was.includes(one))) {
        if (mayAppear({ id, label, was, decided })) continue;
        const text = `${label} is in ${id} since commit ${commit}, but nobody added it there.`;
        found.push({ check: "labels", text });
      }
    }
  }
  return [...found, ...checkAnswers(events, notes)];
}

/** The labels of a note since a commit; undefined once the note is deleted. */
interface Labels {
  at: number;
  labels: readonly string[] | undefined;
  isDeleted: boolean;
}

type States = ReadonlyMap<string, readonly Labels[]>;

interface Change {
  id: string;
  label: string;
  decided: readonly Event[];
}

/** @returns why the disappearance is a violation; empty if a user decided it. */
function whyGone(change: Change & { is: readonly string[]; notes: States }): string {
  const { id, label, is, decided, notes } = change;
  if (decided.some((one) => one.kind === "label removed" && one.note === id && one.label === label))
    return "";
  const names = decided.flatMap((one) =>
    one.kind === "label renamed" && one.label === label ? one.name : [],
  );
  if (names.length === 0) return "was taken, though nobody removed it,";
  if (!names.some((name) => name === "" || is.includes(name)))
    return `was renamed to ${names.join(" or ")}, which the note does not have,`;
  const left = [...notes].filter(([, states]) => states.at(-1)?.labels?.includes(label));
  return left.length === 0 ? "" : `was renamed, but not in ${left.map(([note]) => note).join()},`;
}

function mayAppear({ id, label, was, decided }: Change & { was: readonly string[] }): boolean {
  return decided.some(
    (one) =>
      (one.kind === "label added" && one.note === id && one.label === label) ||
      (one.kind === "label renamed" && one.name === label && was.includes(one.label)),
  );
}

/**
 * Checks that labels were stored before they were reported as saved, and that labels kept on a
 * device reach the database.
 */
function checkAnswers(events: readonly Event[], notes: States): Violation[] {
  return events.flatMap((event, index): Violation[] => {
    if (event.kind !== "label saved" && event.kind !== "label kept") return [];
    const { note, label, tab } = event;
    const added = events
      .slice(0, index)
      .findLast(
        (one) =>
          one.kind === "label added" && one.tab === tab && one.note === note && one.label === label,
      );
    const states = notes.get(note) ?? [];
    const had = states.filter(
      (state, at) =>
        state.labels?.includes(label) &&
        (states[at + 1]?.at ?? Number.POSITIVE_INFINITY) >= (added?.at ?? 0) - CLOCK_MS,
    );
    if (event.kind === "label saved") {
      if (had.some(({ at }) => at <= event.at + CLOCK_MS)) return [];
      const text = `${label} of ${note} was saved in tab ${tab}, but not stored by then.`;
      return [{ check: "labels", text }];
    }
    const isExcused =
      had.length > 0 ||
      states.some(({ isDeleted }) => isDeleted) ||
      events.some(
        (other, at) =>
          (other.kind === "evicted" && at > index && deviceOf(other.tab) === deviceOf(tab)) ||
          (other.kind === "label removed" && other.note === note && other.label === label) ||
          (other.kind === "label renamed" && other.label === label),
      );
    if (isExcused) return [];
    const text = `${label} of ${note} was kept on the device of ${tab}, then lost.`;
    return [{ check: "labels", text }];
  });
}
