import { afterEach, describe, expect, it, vi } from "vitest";
import {
  dayOf,
  endOfWeek,
  formatDay,
  formatDueDate,
  isPast,
  toDueDate,
  todayHere,
} from "./due-date.ts";

afterEach(() => vi.unstubAllEnvs());

describe("due dates", () => {
  // Time zones far east and west of the stored date.
  it.each(["Pacific/Kiritimati", "America/Los_Angeles", "UTC"])(
    "due dates are the chosen day in %s",
    (zone) => {
      vi.stubEnv("TZ", zone);
      const stored = toDueDate("2026-12-24") ?? "";
      expect(stored).toBe("2026-12-24T00:00:00.000Z");
      expect(dayOf(stored)).toBe("2026-12-24");
      expect(dayOf("2026-12-24T00:00:00+00:00")).toBe("2026-12-24");
      expect(formatDueDate(stored, "2026-01-01")).toBe("Dec 24");
      expect(formatDueDate(stored, "2027-01-01")).toBe("Dec 24, 2026");
    },
  );

  it.each([
    ["2026-12-24", "Today"],
    ["2026-12-25", "Tomorrow"],
    ["2026-12-26", "Saturday"],
    ["2026-12-30", "Wednesday"],
    ["2026-12-31", "Dec 31"],
    ["2027-01-01", "Jan 1, 2027"],
    ["2026-12-23", "Dec 23"],
    ["2026-12-18", "Dec 18"],
  ])("on 2026-12-24, a task due on %s reads %s", (day, text) => {
    // West of UTC, the stored moment is on the day before.
    vi.stubEnv("TZ", "America/Los_Angeles");
    expect(formatDueDate(toDueDate(day) ?? "", "2026-12-24")).toBe(text);
  });

  it("a due date within a week has its short month and day too", () => {
    expect(formatDay("2026-12-25T00:00:00+00:00", "2026-12-24")).toBe("Dec 25");
    expect(formatDay("infinity", "2026-12-24")).toBe("");
  });

  it.each([
    ["2026-12-30", "2027-01-01", "Friday"],
    ["2028-02-28", "2028-02-29", "Tomorrow"],
  ])("seen from %s, %s reads %s", (today, day, text) => {
    expect(formatDueDate(`${day}T00:00:00Z`, today)).toBe(text);
  });

  it("due dates are optional", () => {
    expect(toDueDate("")).toBeNull();
    expect(dayOf(null)).toBe("");
  });

  // All of these are valid values of the database column.
  it.each(["infinity", "20261-01-01T00:00:00+00:00", "0044-03-15T00:00:00+00:00 BC"])(
    "due dates are empty for a value that is not a day: %s",
    (stored) => {
      expect(dayOf(stored)).toBe("");
      expect(formatDueDate(stored, "2026-12-24")).toBe("");
      expect(isPast(stored, "2026-12-24")).toBe(false);
    },
  );

  it("due dates are past from the next day on", () => {
    expect(isPast("2026-12-24T00:00:00+00:00", "2026-12-24")).toBe(false);
    expect(isPast("2026-12-24T00:00:00+00:00", "2026-12-25")).toBe(true);
    expect(isPast("2026-12-24T00:00:00+00:00", "2026-01-01")).toBe(false);
  });

  it.each([
    ["2026-11-23", "2026-11-29"],
    ["2026-11-29", "2026-11-29"],
    ["2026-12-31", "2027-01-03"],
  ])("the week of %s ends on %s", (day, end) => {
    expect(endOfWeek(day)).toBe(end);
  });

  it("due dates use the local calendar day", () => {
    expect(todayHere(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
    expect(todayHere(new Date(2026, 10, 21, 0, 0))).toBe("2026-11-21");
  });
});
