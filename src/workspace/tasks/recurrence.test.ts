import { describe, expect, it } from "vitest";
import { parseRecurrence, recurrenceText, repetitions, toRecurrence } from "./recurrence.ts";

describe("a recurrence", () => {
  it.each([
    ["FREQ=DAILY", "Daily"],
    ["FREQ=DAILY;INTERVAL=3", "Every 3 days"],
    ["FREQ=WEEKLY", "Weekly"],
    ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "Every weekday"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR", "Every 2 weeks on weekdays"],
    ["FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU", "Every 2 weeks on Mon, Sun"],
    ["FREQ=MONTHLY", "Monthly"],
    ["FREQ=YEARLY;INTERVAL=10", "Every 10 years"],
    ["FREQ=MONTHLY;BYMONTHDAY=-1", "Monthly on the last day"],
    ["FREQ=MONTHLY;BYDAY=2TU", "Monthly on the second Tuesday"],
    ["FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR", "Every 2 months on the last Friday"],
    ["FREQ=DAILY;UNTIL=20261224", "Daily, until Dec 24, 2026"],
    ["FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=3", "Every weekday, 2 more times"],
    ["FREQ=DAILY;COUNT=2", "Daily, 1 more time"],
    ["FREQ=DAILY;COUNT=1", "Daily, last time"],
  ])("a recurrence %s is shown as: %s", (rule, text) => {
    expect(recurrenceText(rule)).toBe(text);
  });

  it.each(repetitions.flatMap((repeat) => [1, 2, 99].map((every) => [repeat, every] as const)))(
    "a recurrence of %s every %i survives the form",
    (repeat, every) => {
      const parsed = parseRecurrence(toRecurrence(repeat, every));
      const none = { ends: "", until: "", times: "" };
      expect(parsed).toEqual({ repeat, every: repeat ? String(every) : "1", ...none });
    },
  );

  it.each([
    ["FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR;UNTIL=20261224", "2026-12-24", ""],
    ["FREQ=DAILY;COUNT=12", "", "12"],
  ])("a recurrence %s that ends survives the form", (rule, until, times) => {
    const parsed = parseRecurrence(rule);
    expect(parsed).toMatchObject({ until, times });
    expect(toRecurrence(parsed.repeat, Number(parsed.every), until, times)).toBe(rule);
  });
});
