import type { History, StoredRow } from "../history.ts";
import { tokensIn } from "../schedule.ts";
import { CLOCK_MS, commitsOf } from "../versions.ts";
import type { Violation } from "./violation.ts";

/**
 * Checks that completing a recurring task adds exactly one task, with the right day, in the same
 * transaction, and that nothing else adds one. Reopening the task removes the added one unless a
 * user has changed it.
 */
export function checkRecurring({ versions, events }: History): Violation[] {
  const series = new Series();
  for (const { commit, at, changes } of commitsOf(versions)) {
    const onBoard = changes.filter(({ place }) => place === "board");
    const before = new Map(onBoard.map(({ id }) => [id, series.tasks.get(id)]));
    for (const { id, stored } of onBoard) series.apply(id, stored);
    const report = (id: string, text: string) =>
      series.violations.push({
        check: "recurring",
        text: `${text} (task ${id}, commit ${commit})`,
      });
    for (const { id, stored: task } of onBoard) {
      const was = before.get(id);
      if (!was || !task) continue;
      const next = task.next_task_id ?? null;
      const known = was.next_task_id ?? null;
      const follows = next === null ? null : before.has(next) && !before.get(next);
      if (task.status === "done" && was.status !== "done" && task.recurrence && known === null) {
        const due = nextDays(task, at, series.dayOf(id));
        const added = next === null ? null : series.tasks.get(next);
        if (!added || !follows) report(id, "It was done, but no next task was added");
        else series.compare(id, task, { id: next as string, added, due, report });
        continue;
      }
      const mayGoBack = was.status === "done" && task.status !== "done" && known !== null;
      const untouched = mayGoBack ? (before.get(known) ?? series.tasks.get(known)) : null;
      const isTaken = untouched?.status === "todo" && untouched.revision === 1;
      if (isTaken ? next !== null : next !== known)
        report(id, `It named ${known} as its next task, and now ${next}`);
      if (isTaken && series.tasks.get(known as string))
        report(id, "It was reopened, but the next task is still there");
    }
    for (const { id, stored } of onBoard) {
      const wasThere = before.get(id);
      const isCopied = stored && !wasThere && series.isCopy(id, stored);
      // A form that is open for a deleted task may save it as a new one.
      const isWanted = events.some(
        (event) =>
          event.kind === "decision" &&
          event.at <= at + CLOCK_MS &&
          event.decision.removes &&
          tokensIn(stored?.title ?? "").some((one) => event.decision.adds?.includes(one)),
      );
      if (isCopied && !isWanted) report(id, "It repeats another task, but none that was just done");
    }
  }
  return series.violations;
}

/** The tasks of the board, and their order in series. */
class Series {
  readonly violations: Violation[] = [];
  readonly tasks = new Map<string, StoredRow>();
  /** All tasks that have ever been on the board. */
  readonly #known = new Set<string>();
  /** The preceding task of each task in a series. */
  readonly #parents = new Map<string, string>();
  /** The intended day of the month of a series, when a short month has changed a task's day. */
  readonly #days = new Map<string, number>();

  apply(id: string, task: StoredRow | null): void {
    const was = this.tasks.get(id);
    if (was && task && was.due_date !== task.due_date) this.#days.delete(id);
    if (task) this.tasks.set(id, task);
    else this.tasks.delete(id);
  }

  /** The intended day of the month of a task's series. */
  dayOf(id: string): number {
    return this.#days.get(id) ?? Number((this.tasks.get(id)?.due_date ?? "").slice(8, 10));
  }

  /** Compares an added task with the completed one. */
  compare(
    id: string,
    done: StoredRow,
    next: {
      id: string;
      added: StoredRow;
      due: readonly string[];
      report: (id: string, text: string) => void;
    },
  ): void {
    const { added, due, report } = next;
    this.#parents.set(next.id, id);
    this.#known.add(next.id);
    const hasDay = /^FREQ=(?:MONTHLY|YEARLY)(?!.*;BY)/.test(done.recurrence ?? "");
    if (hasDay && done.recurrence_from !== "done" && done.due_date)
      this.#days.set(next.id, this.dayOf(id));
    if (!due.includes(dayOf(added.due_date)))
      report(id, `The next one is due on ${dayOf(added.due_date)} instead of ${due.join(" or ")}`);
    const different = COPIED.filter(
      (column) => JSON.stringify(added[column]) !== JSON.stringify(done[column]),
    );
    if (different.length > 0) report(id, `The next one has another ${different.join(", ")}`);
    if (added.status !== "todo") report(id, `The next one is in ${added.status}`);
  }

  /** Whether a new task is a copy of an existing one, without following it. */
  isCopy(id: string, task: StoredRow): boolean {
    const isNew = !this.#known.has(id);
    this.#known.add(id);
    if (!isNew || this.#parents.has(id) || !task.recurrence) return false;
    return [...this.tasks].some(
      ([other, { title }]) => other !== id && title === task.title && title !== "",
    );
  }
}

const COPIED = [
  "title",
  "description",
  "priority",
  "tags",
  "recurrence",
  "recurrence_from",
  "recurrence_zone",
] as const;

const dayOf = (date: string | null | undefined) => (date ?? "").slice(0, 10);

/**
 * The due day of the following task, calculated day by day, unlike in the database. Around
 * midnight, both possible days.
 * @param day the intended day of the month of the series.
 */
function nextDays(task: StoredRow, at: number, day: number): string[] {
  const zone = task.recurrence_zone ?? "UTC";
  const days = [at - TRANSACTION_MS, at + CLOCK_MS].map((now) => {
    const today = new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(now);
    const isFixed = task.recurrence_from !== "done" && task.due_date;
    const last = isFixed ? dayOf(task.due_date) : today;
    return nextDay(task.recurrence ?? "", last, isFixed ? day : Number(today.slice(8)), today);
  });
  return [...new Set(days)];
}

/** Maximum duration of a transaction, in milliseconds. */
const TRANSACTION_MS = 10_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The first day of a rule after `last` that is not before `today`; both such as `2999-01-31`. */
export function nextDay(rule: string, last: string, day: number, today: string): string {
  const every = Number(/INTERVAL=(\d+)/.exec(rule)?.[1] ?? 1);
  const weekdays = /BYDAY=([A-Z,]+)/.exec(rule)?.[1]?.split(",");
  const isMonthly = /^FREQ=(MONTHLY|YEARLY)/.test(rule);
  const months = every * (rule.startsWith("FREQ=YEARLY") ? 12 : 1);
  const start = Date.parse(`${last}T00:00:00Z`);
  const week = (at: number) => Math.floor((at / DAY_MS + 3) / 7);
  for (let at = start + DAY_MS; ; at += DAY_MS) {
    const date = new Date(at);
    const text = date.toISOString().slice(0, 10);
    if (text < today) continue;
    if (isMonthly) {
      const passed =
        (date.getUTCFullYear() - Number(last.slice(0, 4))) * 12 +
        date.getUTCMonth() +
        1 -
        Number(last.slice(5, 7));
      const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0));
      if (passed === 0 || passed % months !== 0) continue;
      if (date.getUTCDate() === Math.min(day, lastDay.getUTCDate())) return text;
    } else if (weekdays) {
      const name = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"][date.getUTCDay()] ?? "";
      if (weekdays.includes(name) && (week(at) - week(start)) % every === 0) return text;
    } else {
      const step = every * (rule.startsWith("FREQ=WEEKLY") ? 7 : 1);
      if (((at - start) / DAY_MS) % step === 0) return text;
    }
  }
}
