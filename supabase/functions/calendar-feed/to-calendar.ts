import { firstDueDay, fitsRule } from "../../../shared/recurrence.ts";
import type { FeedTask } from "./contract.ts";

/**
 * Tasks as a calendar (RFC 5545) of all-day events; done tasks have a check mark. A recurring task
 * has the rule of its series, and a reminder is an alarm.
 * @param siteUrl for links to the tasks; null leaves them out.
 */
export function toCalendar(tasks: readonly FeedTask[], siteUrl: string | null): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Foyer//Tasks//EN",
    "CALSCALE:GREGORIAN",
    "X-WR-CALNAME:Tasks",
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    ...tasks.flatMap((task) => [
      "BEGIN:VEVENT",
      `UID:${task.id}`,
      `DTSTAMP:${toUtc(task.updated_at)}`,
      `SEQUENCE:${task.revision}`,
      `DTSTART;VALUE=DATE:${task.day}`,
      ...toRule(task),
      `SUMMARY:${escapeText(`${task.status === "done" ? "✓ " : ""}${task.title}`)}`,
      ...(task.description ? [`DESCRIPTION:${escapeText(task.description)}`] : []),
      ...(siteUrl ? [`URL:${siteUrl}/#/workspace/tasks?edit=${task.id}`] : []),
      `PRIORITY:${PRIORITIES[task.priority]}`,
      "TRANSP:TRANSPARENT",
      ...toAlarm(task),
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** 1 is the highest. */
const PRIORITIES: Record<FeedTask["priority"], number> = { urgent: 1, high: 3, medium: 5, low: 9 };

const toUtc = (time: string) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, "");

/**
 * The rule of a series from the due day on. None if that day is not a day of the rule, because
 * calendars then disagree.
 */
function toRule({ recurrence, recurrence_day, day }: FeedTask): string[] {
  if (!recurrence) return [];
  const due = day.replace(/(....)(..)/, "$1-$2-");
  const isMonthly = /^FREQ=(?:MONTHLY|YEARLY)(?!.*;BY)/.test(recurrence);
  if (!isMonthly) return fitsRule(recurrence, due) ? [`RRULE:${recurrence}`] : [];
  const [date, last] = [due, firstDueDay("BYMONTHDAY=-1", due)].map((one) => Number(one.slice(8)));
  const seriesDay = recurrence_day ?? date ?? 0;
  if (date !== Math.min(seriesDay, last ?? 0)) return [];
  const isYearly = recurrence.startsWith("FREQ=YEARLY");
  if (seriesDay < 29 || (isYearly && !due.includes("-02-"))) return [`RRULE:${recurrence}`];
  // Calendars skip months without the day, which here have their last day instead. Not every
  // program knows the rule for the 29th or 30th, which needs BYSETPOS.
  if (isYearly) return [`RRULE:${recurrence};BYMONTH=2;BYMONTHDAY=-1`];
  return seriesDay === 31 ? [`RRULE:${recurrence};BYMONTHDAY=-1`] : [];
}

/** The reminder; that of a series has its distance to the due day, and so is one for each day. */
function toAlarm(task: FeedTask): string[] {
  if (!task.remind_at) return [];
  const minutes = task.remind_minutes ?? 0;
  const trigger =
    toRule(task).length > 0
      ? `TRIGGER:${minutes < 0 ? "-" : ""}PT${Math.abs(minutes)}M`
      : `TRIGGER;VALUE=DATE-TIME:${toUtc(task.remind_at)}`;
  const text = `DESCRIPTION:${escapeText(task.title)}`;
  return ["BEGIN:VALARM", "ACTION:DISPLAY", text, trigger, "END:VALARM"];
}

/** Text as a value. Control characters are not allowed in a value, and would end its line. */
function escapeText(text: string): string {
  return text
    .replace(/\r\n?|[\n\u0085\u2028\u2029]/g, "\n")
    .replace(/(?![\n\t])\p{Cc}/gu, "")
    .replace(/[\\;,]/g, "\\$&")
    .replaceAll("\n", "\\n");
}

/** Octets of a line without its line break. */
const LINE_OCTETS = 75;

/** Continues a long line on further lines, which begin with a space; characters stay whole. */
function foldLine(line: string): string {
  let folded = "";
  let octets = 0;
  for (const char of line) {
    const size = octetsOf(char.codePointAt(0) ?? 0);
    if (octets + size > LINE_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += char;
    octets += size;
  }
  return folded;
}

/** Bytes of a character in UTF-8. */
function octetsOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
