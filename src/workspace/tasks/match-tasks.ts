import { foldText, hasWords, searchWords } from "../../lib/search/fold-text.ts";
import { dayOf, endOfWeek, isPast } from "./due-date.ts";
import type { Task } from "./task.ts";

/** Names of the due date filters. */
export const dueSpans = {
  today: "Today",
  overdue: "Overdue",
  week: "This week",
  none: "No date",
} as const;

export type DueSpan = keyof typeof dueSpans;

/** The board's filter. Empty values match everything. */
export interface TaskFilter {
  words: string;
  tag: string;
  priority: string;
  due: DueSpan | "";
  /** Sort order of the columns; by hand if empty. */
  sort: "due" | "";
}

export const noFilter: TaskFilter = { words: "", tag: "", priority: "", due: "", sort: "" };

/** The number of conditions of a filter. */
export function countConditions({ words, tag, priority, due }: TaskFilter): number {
  return [words.trim(), tag, priority, due].filter(Boolean).length;
}

/**
 * The tasks that match the tag, the priority, the due date, and every word in title, description
 * or tags.
 * @param today as returned by `todayHere`.
 */
export function matchTasks<T extends Task>(
  tasks: readonly T[],
  filter: TaskFilter,
  today: string,
): readonly T[] {
  if (countConditions(filter) === 0) return tasks;
  const isDue = filter.due === "" ? () => true : DUE[filter.due];
  const isFound = wordMatcher(filter.words);
  return tasks.filter((task) => {
    if (filter.priority !== "" && task.priority !== filter.priority) return false;
    if (filter.tag !== "" && !task.tags?.includes(filter.tag)) return false;
    return isDue(task, today) && isFound(task);
  });
}

type SearchedTask = Pick<Task, "title" | "description" | "tags">;

/** Whether a task has every word of a search in title, description or tags. */
export function wordMatcher(search: string): (task: SearchedTask) => boolean {
  const words = searchWords(search);
  if (words.length === 0) return () => true;
  return (task) => hasWords(textOf(task), words);
}

const DUE: Record<DueSpan, (task: Task, today: string) => boolean> = {
  today: ({ due_date }, today) => dayOf(due_date) === today,
  overdue: (task, today) => isOverdue(task, today),
  week: ({ due_date }, today) => {
    const day = dayOf(due_date);
    return day >= today && day <= endOfWeek(today);
  },
  none: ({ due_date }) => dayOf(due_date) === "",
};

/**
 * Whether the task is not done and its due day has passed.
 * @param today as returned by `todayHere`.
 */
export function isOverdue(
  { status, due_date }: Pick<Task, "status" | "due_date">,
  today: string,
): boolean {
  return status !== "done" && due_date !== null && isPast(due_date, today);
}

// Search texts are cached, because descriptions are long and every keystroke searches all of them.
const texts = new WeakMap<SearchedTask, string>();

function textOf(task: SearchedTask): string {
  const known = texts.get(task);
  if (known !== undefined) return known;
  const text = foldText([task.title, task.description, ...(task.tags ?? [])].join("\n"));
  texts.set(task, text);
  return text;
}

/** All tags in use, in alphabetical order. */
export function tagsOf(tasks: readonly Task[]): string[] {
  const tags = new Set(tasks.flatMap((task) => task.tags ?? []));
  return [...tags].sort((one, other) => one.localeCompare(other, "en"));
}
