import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { archivesToDelete } from "./retention.ts";
import { lastDue, parseSchedule } from "./schedule.ts";

describe("the schedule of backups", () => {
  it.each([
    ["daily@03:00", { hour: 3, minute: 0 }],
    ["daily@23:59", { hour: 23, minute: 59 }],
    ["daily@24:00", null],
    ["hourly", null],
    ["daily@3:00", null],
  ])("the schedule of backups reads %s", (text, expected) => {
    expect(parseSchedule(text)).toEqual(expected);
  });

  it.each([
    ["earlier today", new Date(2026, 10, 22, 3, 1), new Date(2026, 10, 22, 3, 0)],
    ["now", new Date(2026, 10, 22, 3, 0), new Date(2026, 10, 22, 3, 0)],
    ["yesterday", new Date(2026, 10, 22, 2, 59), new Date(2026, 10, 21, 3, 0)],
    ["in the last year", new Date(2027, 0, 1, 0, 0), new Date(2026, 11, 31, 3, 0)],
  ])("the schedule of backups finds the last time: %s", (_title, now, expected) => {
    expect(lastDue({ hour: 3, minute: 0 }, now)).toEqual(expected);
  });
});

describe("the retention of backups", () => {
  const daily = (days: number, from = "2026-11-22T03:00:00Z") =>
    Array.from({ length: days }, (_, ago) => ({
      createdAt: new Date(new Date(from).getTime() - ago * 24 * 60 * 60 * 1000),
    }));
  const kept = (archives: { createdAt: Date }[]) => {
    const gone = new Set(archivesToDelete(archives));
    return archives
      .filter((archive) => !gone.has(archive))
      .map(({ createdAt }) => createdAt.toISOString().slice(0, 10));
  };

  it("the retention of backups keeps 7 days, the newest of 4 weeks and of 12 months", () => {
    expect(kept(daily(400))).toEqual([
      ...[
        "2026-11-22",
        "2026-11-21",
        "2026-11-20",
        "2026-11-19",
        "2026-11-18",
        "2026-11-17",
        "2026-11-16",
      ],
      ...["2026-11-15", "2026-11-08", "2026-11-01"],
      ...[
        "2026-10-31",
        "2026-09-30",
        "2026-08-31",
        "2026-07-31",
        "2026-06-30",
        "2026-05-31",
        "2026-04-30",
      ],
      ...["2026-03-31", "2026-02-28", "2026-01-31", "2025-12-31"],
    ]);
  });

  it("the retention of backups keeps the seven newest days and at most 23 archives, and a second pass deletes nothing", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(2000), { minLength: 1, maxLength: 60 }), (daysAgo) => {
        const archives = daysAgo.map((ago) => ({
          createdAt: new Date(1_795_000_000_000 - ago * 86_400_000),
        }));
        const gone = new Set(archivesToDelete(archives));
        const left = archives.filter((archive) => !gone.has(archive));
        const newest = archives.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
        expect(left.length).toBeLessThanOrEqual(23);
        for (const archive of newest.slice(0, 7)) expect(left).toContain(archive);
        expect(archivesToDelete(left)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });
});
