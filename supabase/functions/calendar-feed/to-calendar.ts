import type { FeedTask } from "./contract.ts";

/**
 * Tasks as a calendar (RFC 5545) of all-day events; done tasks have a check mark.
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
      `DTSTAMP:${new Date(task.updated_at).toISOString().replace(/[-:]|\.\d+/g, "")}`,
      `SEQUENCE:${task.revision}`,
      `DTSTART;VALUE=DATE:${task.day}`,
      `SUMMARY:${escapeText(`${task.status === "done" ? "✓ " : ""}${task.title}`)}`,
      ...(task.description ? [`DESCRIPTION:${escapeText(task.description)}`] : []),
      ...(siteUrl ? [`URL:${siteUrl}/#/workspace/tasks?edit=${task.id}`] : []),
      `PRIORITY:${PRIORITIES[task.priority]}`,
      "TRANSP:TRANSPARENT",
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** 1 is the highest. */
const PRIORITIES: Record<FeedTask["priority"], number> = { urgent: 1, high: 3, medium: 5, low: 9 };

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
