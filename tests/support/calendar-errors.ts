/** Checks an iCalendar text against the grammar of RFC 5545, sections 3.1 to 3.8. */
export function calendarErrors(text: string): string[] {
  const errors: string[] = [];
  if (!text.endsWith("\r\n") || /\r(?!\n)|(?<!\r)\n/.test(text)) errors.push("a line without CRLF");
  for (const line of text.split("\r\n"))
    if (Buffer.byteLength(line) > 75) errors.push(`more than 75 octets: ${line}`);
  const open: { name: string; seen: Map<string, number> }[] = [];
  for (const line of text
    .replaceAll(/\r\n[ \t]/g, "")
    .split("\r\n")
    .slice(0, -1)) {
    const [, name = "", params = "", value = ""] = CONTENT_LINE.exec(line) ?? [];
    const component = open.at(-1);
    if (name === "BEGIN") {
      if ((PARENTS[value] ?? "?") !== (component?.name ?? "")) errors.push(`misplaced ${value}`);
      open.push({ name: value, seen: new Map() });
      continue;
    }
    if (name === "END") {
      if (component?.name !== value) errors.push(`unbalanced ${line}`);
      for (const needed of COMPONENTS[value]?.once ?? [])
        if (!component?.seen.has(needed)) errors.push(`${value} without ${needed}`);
      open.pop();
      continue;
    }
    const known = COMPONENTS[component?.name ?? ""];
    const count = (component?.seen.get(name) ?? 0) + 1;
    component?.seen.set(name, count);
    if (![...(known?.once ?? []), ...(known?.most ?? [])].includes(name))
      errors.push(`unknown in ${component?.name}: ${line}`);
    if (count > 1) errors.push(`twice: ${line}`);
    const format = VALUES[`${name}${params}`];
    if (!format?.test(value)) errors.push(`not a value: ${line}`);
    if (
      /(?:UNTIL|COUNT)=.*(?:UNTIL|COUNT)=|^(?!.*BY(?!SETPOS)).*BYSETPOS/.test(value) &&
      name === "RRULE"
    )
      errors.push(`not allowed together: ${line}`);
  }
  if (open.length > 0) errors.push("a component without an end");
  return errors;
}

const CONTENT_LINE = /^([A-Z-]+)((?:;[A-Z-]+=[^;:,"]+)*):(.*)$/s;

const PARENTS: Record<string, string> = { VCALENDAR: "", VEVENT: "VCALENDAR", VALARM: "VEVENT" };

/** Properties that a component has exactly once, and at most once. */
const COMPONENTS: Record<string, { once: string[]; most: string[] }> = {
  VCALENDAR: {
    once: ["PRODID", "VERSION"],
    most: ["CALSCALE", "METHOD", "X-WR-CALNAME", "REFRESH-INTERVAL"],
  },
  VEVENT: {
    once: ["UID", "DTSTAMP", "DTSTART"],
    most: ["SEQUENCE", "SUMMARY", "DESCRIPTION", "URL", "PRIORITY", "TRANSP", "RRULE"],
  },
  VALARM: { once: ["ACTION", "TRIGGER", "DESCRIPTION"], most: ["DURATION", "REPEAT"] },
};

// Control characters do not belong into a text; commas, semicolons and backslashes are escaped.
const TEXT = /^(?:[^\p{Cc}\\;,]|\t|\\[\\;,nN])*$/u;
const DATE = /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;
const DATE_TIME = /^\d{8}T(?:[01]\d|2[0-3])[0-5]\d[0-5]\dZ$/;
const DURATION = /^[+-]?P(?:\d+W|(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;
const RECUR =
  /^FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;(?:INTERVAL=[1-9]\d*|COUNT=[1-9]\d*|UNTIL=\d{8}|BYDAY=(?:[+-]?[1-5]?(?:MO|TU|WE|TH|FR|SA|SU),?\b)+|BYMONTHDAY=(?:-?(?:[1-9]|[12]\d|3[01]),?\b)+|BYMONTH=(?:[1-9]|1[0-2])|BYSETPOS=-?[1-9]\d*))*$/;

const VALUES: Record<string, RegExp> = {
  ...{ VERSION: /^2\.0$/, PRODID: TEXT, CALSCALE: /^GREGORIAN$/, "X-WR-CALNAME": TEXT },
  ...{ "REFRESH-INTERVAL;VALUE=DURATION": DURATION, UID: TEXT, SUMMARY: TEXT, DESCRIPTION: TEXT },
  ...{ DTSTAMP: DATE_TIME, "DTSTART;VALUE=DATE": DATE, SEQUENCE: /^\d+$/, URL: /^https?:\S+$/ },
  ...{ PRIORITY: /^\d$/, TRANSP: /^(?:OPAQUE|TRANSPARENT)$/, RRULE: RECUR, ACTION: /^DISPLAY$/ },
  ...{ TRIGGER: DURATION, "TRIGGER;VALUE=DATE-TIME": DATE_TIME },
};
