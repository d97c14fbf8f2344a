import { addDays } from "../../../shared/days.ts";
import { LIST_MAX_ENTRIES } from "../../../shared/limits.ts";
import { firstDueDay } from "../../../shared/recurrence.ts";
import { formatDateTime } from "../../lib/format.ts";
import { toMoment } from "../shell/reminder-time.ts";
import { todayHere } from "./due-date.ts";
import { type Meaning, quickRules } from "./quick-rules.ts";
import { dayText, parseRecurrence, recurrenceText } from "./recurrence.ts";
import { priorityNames } from "./task.ts";
import type { TaskValues } from "./task-schema.ts";

/** Words of a quick task that say more than its title. */
export interface Phrase extends Meaning {
  words: string;
  from: number;
  to: number;
  /** What was understood, such as `Due Tue, Dec 8`. */
  label: string;
}

export interface ReadTask {
  title: string;
  phrases: readonly Phrase[];
  /** Values of the task's form. */
  values: Partial<TaskValues>;
}

/**
 * Reads a quick task. Text without any other word stays a title.
 * @param refused words that are text, in lower case.
 */
export function readQuickTask(
  text: string,
  refused: readonly string[] = [],
  now = new Date(),
): ReadTask {
  const found = findPhrases(text, refused, now);
  const { values, phrases } = toValues(found, now);
  const title = phrases.length > 0 ? withoutPhrases(text, phrases) : text;
  if (!/[\p{L}\p{N}\p{S}]/u.test(title)) return { title: text, phrases: [], values: {} };
  return { title, phrases, values };
}

/** Finds the phrases by the rules, in the order of the text; the last of each kind but tags. */
function findPhrases(text: string, refused: readonly string[], now: Date): Phrase[] {
  const found = new Map<string, Phrase>();
  let remaining = text.replace(/\s/g, " ");
  for (const [kind, pattern, read] of rules) {
    for (const match of remaining.matchAll(pattern)) {
      const words = match[0];
      const groups = Object.entries(match.groups ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, kind === "tag" ? value : value.toLowerCase()]],
      );
      const meaning = read(Object.fromEntries(groups), now);
      if (!meaning && kind !== "text") continue;
      const { index: from } = match;
      const to = from + words.length;
      // Other rules must not read these words again.
      remaining = remaining.slice(0, from) + TAKEN.repeat(words.length) + remaining.slice(to);
      if (!meaning || refused.includes(words.toLowerCase())) continue;
      const id = kind === "tag" ? `${kind} ${meaning.tag}` : kind;
      const isLast = (found.get(id)?.from ?? -1) < from;
      if (isLast && found.size < LIST_MAX_ENTRIES)
        found.set(id, { ...meaning, words, from, to, label: labelOf(meaning) });
    }
  }
  return [...found.values()].sort((one, other) => one.from - other.from);
}

const labelOf = ({ tag, priority }: Meaning) =>
  tag ? `#${tag}` : priority ? priorityNames[priority] : "";

/** A character that no rule matches. */
const TAKEN = "\ufffc";

const rules = quickRules.map(({ kind, pattern, read }) => {
  const whole = `(?<![^ (])(?:${pattern})(?=[.,;!?)]*(?: |$))`;
  return [kind, new RegExp(whole, "giu"), read] as const;
});

/** The form values of the phrases, and the phrases with their labels. */
function toValues(found: readonly Phrase[], now: Date): Omit<ReadTask, "title"> {
  const today = todayHere(now);
  const repeats = found.filter(({ rule }) => rule);
  const others = found.filter(({ rule }) => !rule);
  // Another day replaces the one that a rule begins on.
  const said: Meaning = Object.assign({}, ...repeats, ...others);
  const hasPassed = (day: string) => new Date(`${day}T${said.time}`) <= now;
  const earliest = hasPassed(today) ? addDays(today, 1) : today;
  const due = said.day ?? (said.rule ? firstDueDay(said.rule, earliest) : said.time && earliest);
  // A reminder in the past would be sent at once.
  if (due && hasPassed(due)) {
    const timeless = found.filter(({ time }) => !time);
    return toValues(timeless, now);
  }
  const remindAt = said.time && `${due}T${said.time}`;
  const tags = found.flatMap(({ tag }) => tag ?? []);
  const values: Partial<TaskValues> = {
    ...(due && { due_date: due }),
    ...(remindAt && { remind_at: remindAt }),
    ...(said.rule && parseRecurrence(said.rule)),
    ...(said.priority && { priority: said.priority }),
    ...(tags.length > 0 && { tags: tags.join() }),
  };
  const dueText = due ? dayText(due, today) : "";
  const withDay = (one: Phrase) => {
    const hasDay = others.some((other) => other !== one && other.day);
    if (one.rule) return `${recurrenceText(one.rule)}${hasDay ? "" : `, from ${dueText}`}`;
    if (!one.time) return one.day ? `Due ${dueText}` : one.label;
    const moment = formatDateTime(toMoment(remindAt ?? "") ?? "");
    return `${hasDay || said.rule ? "Remind" : "Due, remind"} ${moment}`;
  };
  return { values, phrases: found.map((one) => ({ ...one, label: withDay(one) })) };
}

/** The text around the phrases, without the spaces and commas that are left at its ends. */
function withoutPhrases(text: string, phrases: readonly Phrase[]): string {
  let title = "";
  let end = 0;
  for (const { from, to } of phrases) {
    title = join(title, text.slice(end, from));
    end = to;
  }
  return join(title, text.slice(end))
    .replace(/ ?\( *\)/g, "")
    .replace(/^[\s,;:]+|(?:\s[–—-])?[\s,;:]*$/g, "");
}

function join(before: string, after: string): string {
  const isSpaced = /\s$/.test(before) && /^(?:\s|[.,;!?)]|$)/.test(after);
  return (isSpaced ? before.trimEnd() : before) + after;
}
