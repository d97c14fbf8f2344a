import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { nextDueDay } from "../../../shared/recurrence.ts";
import { calendarErrors } from "../../../tests/support/calendar-errors.ts";
import type { FeedTask } from "./contract.ts";
import { toCalendar } from "./to-calendar.ts";

const task = (more: Partial<FeedTask> = {}): FeedTask => ({
  id: "5ddc7e84-0a0e-4d10-a5a4-9fd6f3a4c7c1",
  title: "Pay the rent",
  description: null,
  status: "todo",
  priority: "medium",
  revision: 3,
  day: "20261224",
  updated_at: "2026-11-26T11:00:00.123456+00:00",
  ...more,
});

/** Reads the calendar's events like a calendar program. */
function read(text: string) {
  expect(calendarErrors(text)).toEqual([]);
  return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((component) => {
    const event = new ICAL.Event(component);
    const { uid, summary, description, sequence } = event;
    const url = component.getFirstPropertyValue("url");
    const priority = component.getFirstPropertyValue("priority");
    return {
      ...{ uid, summary, description, sequence, url, priority },
      isAllDay: event.startDate.isDate,
      days: event.duration.toSeconds() / 86_400,
      day: event.startDate.toICALString(),
    };
  });
}

describe("a calendar of tasks", () => {
  it("a calendar of tasks has a one-day event for each task, with a link", () => {
    const tasks = [task(), task({ id: "b", status: "done", priority: "urgent", description: "d" })];
    expect(read(toCalendar(tasks, "https://ada.example/site"))).toEqual([
      {
        uid: task().id,
        summary: "Pay the rent",
        description: null,
        sequence: 3,
        url: `https://ada.example/site/#/workspace/tasks?edit=${task().id}`,
        priority: 5,
        isAllDay: true,
        days: 1,
        day: "20261224",
      },
      expect.objectContaining({ summary: "✓ Pay the rent", description: "d", priority: 1 }),
    ]);
  });

  it("a calendar without tasks is valid", () => {
    expect(read(toCalendar([], null))).toEqual([]);
  });

  it("a calendar of tasks states when each task was last changed", () => {
    const earlier = task({ id: "b", updated_at: "2025-01-02T03:04:05+02:00" });
    const stamps = toCalendar([task(), earlier], null).match(/^DTSTAMP:.*(?=\r$)/gm);
    expect(stamps).toEqual(["DTSTAMP:20261126T110000Z", "DTSTAMP:20250102T010405Z"]);
  });

  it.each([
    'a; b, c\\d: "e"',
    "\\n is not a break",
    "two\nlines",
    "END:VEVENT\r\nEND:VCALENDAR\r\nBEGIN:VCALENDAR",
    "one\rEND:VEVENT",
    "next\u0085line\u2028separator",
    "null\u0000bell\u0007",
    `${"ü".repeat(36)}日本語 👩‍👩‍👧 e\u0301`,
    " begins and ends with a space ",
  ])("a calendar of tasks keeps %j within its value", (title) => {
    const events = read(toCalendar([task({ title, description: title })], null));
    const shown = title.replace(/\r\n?|[\u0085\u2028]/g, "\n").replace(/(?!\n)\p{Cc}/gu, "");
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ summary: shown, description: shown });
  });

  it("a calendar of tasks is parsed back unchanged, from lines of at most 75 octets with whole characters", () => {
    const text = fc
      .string({ unit: "binary", maxLength: 200 })
      .filter((one) => !/[\p{Cc}\u2028\u2029]/u.test(one));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 4 }), (titles) => {
        const tasks = titles.map((title, index) =>
          task({ id: `${index}`, title: `x${title}`, description: `${title}\n${title}` }),
        );
        const calendar = toCalendar(tasks, null);
        expect(read(calendar).map(({ summary, description }) => [summary, description])).toEqual(
          titles.map((title) => [`x${title}`, `${title}\n${title}`]),
        );
        const bytes = Buffer.from(calendar);
        expect(calendar.endsWith("\r\n")).toBe(true);
        const decoder = new TextDecoder("utf-8", { fatal: true });
        for (const line of splitLines(bytes)) {
          expect(line.length).toBeLessThanOrEqual(75);
          decoder.decode(line);
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** The first days of the only event, as a calendar program calculates them, such as `2026-12-24`. */
function daysOf(text: string, count: number): string[] {
  const [component] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");
  const days = new ICAL.Event(component as ICAL.Component).iterator();
  return Array.from({ length: count }, () => days.next()?.toString()).filter((day) => day != null);
}

describe("a recurring task in a calendar", () => {
  it.each([
    ["FREQ=DAILY;INTERVAL=5", "2026-12-24"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH", "2026-12-24"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", "2026-12-27"],
    ["FREQ=WEEKLY", "2026-12-24"],
    ["FREQ=MONTHLY", "2026-12-28"],
    ["FREQ=MONTHLY", "2027-01-31"],
    ["FREQ=MONTHLY;BYMONTHDAY=-1", "2027-01-31"],
    ["FREQ=MONTHLY;BYDAY=2TU", "2026-12-08"],
    ["FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR", "2026-12-25"],
    ["FREQ=YEARLY", "2026-12-24"],
    ["FREQ=YEARLY", "2028-02-29"],
    ["FREQ=DAILY;UNTIL=20261226", "2026-12-24"],
    ["FREQ=MONTHLY;BYDAY=1MO;COUNT=3", "2026-12-07"],
    ["FREQ=MONTHLY;UNTIL=20270331", "2026-12-31"],
  ])("a recurring task with %s from %s has the days of its series", (recurrence, due) => {
    const series = [due];
    for (let rule = recurrence; series.length < 30; ) {
      const last = series.at(-1) ?? "";
      const next = nextDueDay(rule, last, due, Number(due.slice(8)));
      if (!next) break;
      series.push(next);
      rule = rule.replace(/(?<=COUNT=)\d+/, (count) => `${Number(count) - 1}`);
    }
    const text = toCalendar([task({ recurrence, day: due.replaceAll("-", "") })], null);
    expect(calendarErrors(text)).toEqual([]);
    expect(daysOf(text, 30)).toEqual(series);
  });

  it("a recurring task after a short month returns to the day of its series", () => {
    const columns = { recurrence: "FREQ=MONTHLY", recurrence_day: 31, day: "20270228" };
    const days = ["2027-02-28", "2027-03-31", "2027-04-30"];
    expect(daysOf(toCalendar([task(columns)], null), 3)).toEqual(days);
  });

  it.each([
    ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "20261227", null],
    ["FREQ=MONTHLY;BYMONTHDAY=-1", "20261224", null],
    ["FREQ=MONTHLY", "20261224", 31],
    ["FREQ=MONTHLY", "20261229", null],
    ["FREQ=MONTHLY", "20270228", 30],
  ])(
    "a task with %s on %s, whose days calendars would show wrong, is one event",
    (recurrence, day, of) => {
      const text = toCalendar([task({ recurrence, day, recurrence_day: of })], null);
      expect(calendarErrors(text)).toEqual([]);
      expect(text).not.toContain("RRULE");
    },
  );
});

describe("a reminder in a calendar", () => {
  const remind = { title: "a; b\nc", remind_at: "2026-12-24T08:30:00+00:00" };

  it.each([
    [{ remind_minutes: 570 }, "2026-12-24T08:30:00Z"],
    [{ remind_minutes: 570, recurrence: "FREQ=DAILY" }, "PT570M"],
    [{ remind_minutes: -930, recurrence: "FREQ=DAILY" }, "-PT930M"],
    [{ remind_minutes: 0, recurrence: "FREQ=DAILY" }, "PT0S"],
    [{ remind_minutes: 570, recurrence: "FREQ=WEEKLY;BYDAY=MO" }, "2026-12-24T08:30:00Z"],
  ])("a reminder of a task with %j is an alarm at %s", (columns, trigger) => {
    const text = toCalendar([task({ ...remind, ...columns })], null);
    expect(calendarErrors(text)).toEqual([]);
    const [alarm] =
      new ICAL.Component(ICAL.parse(text))
        .getFirstSubcomponent("vevent")
        ?.getAllSubcomponents("valarm") ?? [];
    expect(alarm?.getFirstPropertyValue("description")).toBe("a; b\nc");
    expect(String(alarm?.getFirstPropertyValue("trigger"))).toBe(trigger);
  });
});

function* splitLines(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf("\r\n", start);
    yield bytes.subarray(start, end);
    start = end + 2;
  }
}
