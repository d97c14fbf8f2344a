import {
  type Decision,
  type History,
  type Place,
  type StoredRow,
  tokensOf,
  type Version,
} from "../history.ts";
import { CLOCK_MS, type Commit, commitsOf } from "../versions.ts";
import type { Violation } from "./violation.ts";

/** Checks the transactions in commit order. */
export function checkTransactions(history: History): Violation[] {
  const board = new Board(history);
  for (const commit of commitsOf(history.versions)) board.apply(commit);
  return board.violations;
}

/** The rows of all places after each transaction, and violations in the step between two. */
class Board {
  readonly violations: Violation[] = [];
  readonly #decisions: { at: number; decision: Decision }[];
  /** Tokens that were reported as saved, or that existed at the start. */
  readonly #saved: ReadonlySet<string>;
  readonly #rows = new Map<string, Map<Place, StoredRow>>();
  /** Number of places of each token, by row; no entry once it is deleted. */
  readonly #counts = new Map<string, Map<string, number>>();
  /** The preceding task of each task in a series; all of them have the same text. */
  readonly #parents = new Map<string, string>();
  /** Number of times each row has made each step. */
  readonly #steps = new Map<string, number>();

  constructor({ events, first }: History) {
    this.#decisions = events.flatMap((event) =>
      event.kind === "decision" ? [{ at: event.at, decision: event.decision }] : [],
    );
    const saved = events.flatMap((event) => (event.kind === "saved" ? [event.token] : []));
    this.#saved = new Set([...first, ...saved]);
  }

  apply({ commit, at, changes: versions }: Commit<Version>): void {
    const ids = [...new Set(versions.map(({ id }) => id))];
    const before = new Map(ids.map((id) => [id, this.#placeOf(id)]));
    for (const { id, stored } of versions)
      if (stored?.next_task_id) this.#parents.set(stored.next_task_id, id);
    const touched = new Map<string, number | undefined>();
    for (const { id, place, stored } of versions) {
      const places = this.#rows.get(id) ?? new Map<Place, StoredRow>();
      this.#rows.set(id, places);
      this.#count(id, places.get(place), -1, touched);
      if (stored) places.set(place, stored);
      else places.delete(place);
      this.#count(id, places.get(place), 1, touched);
    }
    this.#checkTokens(touched, { ids, before, commit, at });
    for (const id of ids) this.#checkRow(id, before.get(id), versions, commit, at);
    this.#checkPositions(commit);
  }

  /** @param touched the previous counts of every token in the step. */
  #count(
    id: string,
    row: StoredRow | undefined,
    by: number,
    touched: Map<string, number | undefined>,
  ): void {
    for (const token of row ? tokensOf(row) : []) {
      if (!touched.has(token)) touched.set(token, this.#countOf(token));
      const counts = this.#counts.get(token) ?? new Map<string, number>();
      this.#counts.set(token, counts);
      counts.set(id, (counts.get(id) ?? 0) + by);
    }
  }

  /**
   * The number of places of a token; the tasks of a series count as one. Undefined for an unknown
   * token.
   */
  #countOf(token: string): number | undefined {
    const counts = this.#counts.get(token);
    if (!counts) return undefined;
    const bySeries = new Map<string, number>();
    for (const [id, count] of counts) {
      let series = id;
      for (let at: string | undefined = id; at; at = this.#parents.get(at)) series = at;
      bySeries.set(series, Math.max(bySeries.get(series) ?? 0, count));
    }
    return [...bySeries.values()].reduce((sum, count) => sum + count, 0);
  }

  #checkTokens(
    touched: ReadonlyMap<string, number | undefined>,
    { ids, before: places, commit, at }: Step,
  ): void {
    // An import adds permanently deleted notes again.
    const isNew = ids.some((id) => (places.get(id) ?? "gone") === "gone");
    for (const [token, before] of touched) {
      const after = this.#countOf(token) ?? 0;
      const may = (list: "removes" | "adds" | "imports") =>
        this.#decisions.some(
          (one) => one.at <= at + CLOCK_MS && one.decision[list]?.includes(token),
        );
      const isLost = before && after === 0 && this.#saved.has(token);
      if (isLost && !may("removes"))
        this.#fate(`${token} was saved, and lost by commit ${commit}.`);
      if (after > 1 && after > (before ?? 0) && !may("adds"))
        this.#fate(`${token} is in ${after} places since commit ${commit}.`);
      if (before === 0 && after === 1 && !may("adds") && !(isNew && may("imports")))
        this.#fate(`${token} had gone and is back since commit ${commit}.`);
    }
  }

  #fate(text: string): void {
    this.violations.push({ check: "fate", text });
  }

  /** Checks that a row is in one place, and moves at most as often as users decided. */
  #checkRow(
    id: string,
    before: Place | "gone" | undefined,
    versions: readonly Version[],
    commit: number,
    at: number,
  ): void {
    const places = [...(this.#rows.get(id)?.keys() ?? [])];
    if (places.length > 1) {
      const text = `${id} is in ${places.join(" and ")} since commit ${commit}.`;
      this.violations.push({ check: "rows", text });
    }
    const after = this.#placeOf(id);
    if (before === undefined || before === after) return;
    // Reopening a recurring task removes the following one; `checkRecurring` checks when.
    const parent = this.#parents.get(id);
    const isTakenBack = versions.some(
      (one) => one.id === parent && one.place === "board" && one.stored?.status !== "done",
    );
    if (before === "board" && after === "gone" && isTakenBack) return;
    const step = `${before} → ${after}`;
    const allowed = STEPS[step];
    const key = `${id} ${step}`;
    const count = (this.#steps.get(key) ?? 0) + 1;
    this.#steps.set(key, count);
    const tokens = new Set(
      versions.flatMap((one) => (one.id === id && one.stored ? tokensOf(one.stored) : [])),
    );
    for (const token of this.#goneTokens.get(id) ?? []) tokens.add(token);
    const decided = this.#decisions.filter(
      ({ at: when, decision }) =>
        when <= at + CLOCK_MS &&
        allowed?.includes(decision.what) &&
        (decision.id === id || decision.about?.some((token) => tokens.has(token))),
    ).length;
    if (decided >= count) return;
    const text = `${id} (${[...tokens].join(" ")}) went ${step} by commit ${commit}, time ${count}, decided ${decided} times.`;
    this.violations.push({ check: "rows", text });
  }

  readonly #goneTokens = new Map<string, string[]>();

  /** Undefined for a row that never existed. */
  #placeOf(id: string): Place | "gone" | undefined {
    const places = this.#rows.get(id);
    if (!places) return undefined;
    const [first] = places;
    if (first) this.#goneTokens.set(id, tokensOf(first[1]));
    return first ? first[0] : "gone";
  }

  #checkPositions(commit: number): void {
    const taken = new Map<string, string>();
    for (const [id, places] of this.#rows) {
      const task = places.get("board");
      if (!task) continue;
      const position = `${task.status} ${task.order}`;
      const other = taken.get(position);
      taken.set(position, id);
      if (!other || this.#collisions.has(position)) continue;
      this.#collisions.add(position);
      const text = `Tasks ${other} and ${id} are both at ${position} after commit ${commit}.`;
      this.violations.push({ check: "positions", text });
    }
  }

  /** Collisions that were already reported. */
  readonly #collisions = new Set<string>();
}

/** Rows that a transaction has changed, with their previous places. */
interface Step {
  ids: readonly string[];
  before: ReadonlyMap<string, Place | "gone" | undefined>;
  commit: number;
  at: number;
}

/** Decisions that allow a row to move from one place to another. */
const STEPS: Record<string, readonly Decision["what"][]> = {
  "notes → trash": ["delete"],
  "trash → notes": ["restore"],
  "trash → gone": ["purge"],
  "board → archive": ["archive"],
  "archive → board": ["unarchive"],
  "board → gone": ["delete"],
  "gone → board": ["restore", "add"],
  "gone → notes": ["import"],
};
