import type { Task } from "./task.ts";

/** The board's filter. Empty texts match anything. */
export interface TaskFilter {
  words: string;
  tag: string;
  priority: string;
}

export const noFilter: TaskFilter = { words: "", tag: "", priority: "" };

export function isNarrowed({ words, tag, priority }: TaskFilter): boolean {
  return words.trim() !== "" || tag !== "" || priority !== "";
}

/** The tasks that match the tag, the priority, and every word in title, description or tags. */
export function matchTasks<T extends Task>(tasks: readonly T[], filter: TaskFilter): readonly T[] {
  if (!isNarrowed(filter)) return tasks;
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean);
  return tasks.filter((task) => {
    if (filter.priority !== "" && task.priority !== filter.priority) return false;
    if (filter.tag !== "" && !task.tags?.includes(filter.tag)) return false;
    if (words.length === 0) return true;
    const text = textOf(task);
    return words.every((word) => text.includes(word));
  });
}

// Caches search texts: descriptions are long, and every keystroke searches all of them.
const texts = new WeakMap<Task, string>();

function textOf(task: Task): string {
  const known = texts.get(task);
  if (known !== undefined) return known;
  const text = [task.title, task.description, ...(task.tags ?? [])].join("\n").toLowerCase();
  texts.set(task, text);
  return text;
}

/** All tags in use, once each, in alphabetical order. */
export function tagsOf(tasks: readonly Task[]): string[] {
  const tags = new Set(tasks.flatMap((task) => task.tags ?? []));
  return [...tags].sort((one, other) => one.localeCompare(other, "en"));
}
