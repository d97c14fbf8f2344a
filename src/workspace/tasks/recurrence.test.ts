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
  ])("a recurrence %s is shown as: %s", (rule, text) => {
    expect(recurrenceText(rule)).toBe(text);
  });

  it.each(repetitions.flatMap((repeat) => [1, 2, 99].map((every) => [repeat, every] as const)))(
    "a recurrence of %s every %i survives the form",
    (repeat, every) => {
      const parsed = parseRecurrence(toRecurrence(repeat, every));
      expect(parsed).toEqual({ repeat, every: repeat ? String(every) : "1" });
    },
  );
});
