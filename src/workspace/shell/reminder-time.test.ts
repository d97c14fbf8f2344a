import { describe, expect, it } from "vitest";
import { reminderTimes, timeOf, toMoment } from "./reminder-time.ts";

describe("a moment", () => {
  it("a reminder's time is unchanged after it was shown in the field", () => {
    const moment = "2026-12-24T09:30:00.000Z";
    expect(toMoment(timeOf(moment))).toBe(moment);
    expect(timeOf(moment)).toMatch(/^2026-12-2\dT\d\d:\d\d$/);
  });

  it("a reminder's time has one format, whatever format the backend sends", () => {
    for (const sent of ["2026-12-24T09:30:00+00:00", "2026-12-24 10:30:00+01"]) {
      expect(toMoment(sent)).toBe("2026-12-24T09:30:00.000Z");
    }
  });

  it.each([null, "", "soon", "12345-01-01T00:00:00+00:00"])(
    "a reminder's time is null for %j",
    (text) => {
      expect([toMoment(text), timeOf(text)]).toEqual([null, ""]);
    },
  );
});

describe("common times", () => {
  const at = (now: string) => reminderTimes(new Date(now)).map(({ label, time }) => [label, time]);

  it("the suggested reminder times are this evening, tomorrow and next Monday", () => {
    expect(at("2026-11-26T14:00")).toEqual([
      ["Today", "2026-11-26T18:00"],
      ["Tomorrow", "2026-11-27T08:00"],
      ["Next week", "2026-11-30T08:00"],
    ]);
  });

  it.each([
    ["2026-11-29T17:00", "2026-11-30T08:00", "2026-11-30T08:00"],
    ["2026-11-30T23:59", "2026-12-01T08:00", "2026-12-07T08:00"],
    ["2026-12-31T20:00", "2027-01-01T08:00", "2027-01-04T08:00"],
  ])("the suggested reminder times at %s leave out this evening", (now, tomorrow, week) => {
    expect(at(now)).toEqual([
      ["Tomorrow", tomorrow],
      ["Next week", week],
    ]);
  });
});
