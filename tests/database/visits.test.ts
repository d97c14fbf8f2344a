import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/database-suite.ts";
import { become, becomeSuperuser, type Tx } from "../support/personas.ts";

/** A visit this long before today's midnight in this zone; negative is after midnight. */
const visitBeforeMidnight = (tx: Tx, zone: string, before: string) =>
  tx`insert into visits (created_at)
    values ((date_trunc('day', now() at time zone ${zone}) - ${before}::interval) at time zone ${zone})`;

interface Statistics {
  daily: number;
  weekly: number;
  monthly: number;
  days: { date: string; count: number }[];
}

const statistics = async (tx: Tx, zone: string): Promise<Statistics> => {
  const [row] = await tx<{ figures: Statistics }[]>`select visit_statistics(${zone}) as figures`;
  if (!row) throw new Error("No figures came back.");
  return row.figures;
};

describeDatabase("visits", (suite) => {
  it("is an empty row dated by the server", async () => {
    const rows = await suite.as("anonymous", async (tx) => {
      await tx`insert into visits default values`;
      await tx`insert into visits (created_at) values ('2001-01-01')`;
      await becomeSuperuser(tx);
      return tx`select created_at = now() as now from visits`;
    });
    expect(rows).toEqual([{ now: true }, { now: true }]);
  });

  it("accepts one row per statement", async () => {
    const code = await suite.as("anonymous", (tx) =>
      codeOf(tx, (inner) => inner`insert into visits (created_at) values (now()), (now())`),
    );
    expect(code).toBe("PT400");
  });

  it("does not let visitors choose the id", async () => {
    const code = await suite.as("anonymous", (tx) =>
      codeOf(tx, (inner) => inner`insert into visits (id) values (7)`),
    );
    expect(code).toBe("428C9");
  });
});

describeDatabase("visit_statistics", (suite) => {
  it("counts the last 24 hours, 7 days and 30 days", async () => {
    const figures = await suite.trial(async (tx) => {
      const ages = ["1 second", "23 hours 59 minutes", "25 hours", "6 days 23 hours", "8 days"];
      for (const age of [...ages, "29 days 23 hours", "31 days"]) {
        await tx`insert into visits (created_at) values (now() - ${age}::interval)`;
      }
      await become(tx, "owner");
      return statistics(tx, "UTC");
    });
    expect(figures).toMatchObject({ daily: 2, weekly: 4, monthly: 6 });
  });

  it.each(["UTC", "Asia/Kolkata", "America/New_York", "Pacific/Auckland"])(
    "counts each of the last seven days of %s, oldest first",
    async (zone) => {
      const { figures, dates } = await suite.trial(async (tx) => {
        await visitBeforeMidnight(tx, zone, "0");
        await visitBeforeMidnight(tx, zone, "1 second");
        await visitBeforeMidnight(tx, zone, "1 day");
        await visitBeforeMidnight(tx, zone, "6 days");
        await visitBeforeMidnight(tx, zone, "6 days 1 second");
        await become(tx, "owner");
        const days = await tx<{ date: string }[]>`
          select ((now() at time zone ${zone})::date - age)::text as date
          from generate_series(6, 0, -1) as age`;
        return { figures: await statistics(tx, zone), dates: days.map((day) => day.date) };
      });
      expect(figures.days.map((day) => day.date)).toEqual(dates);
      expect(figures.days.map((day) => day.count)).toEqual([1, 0, 0, 0, 0, 2, 1]);
    },
  );

  it.each(["signed in, no role", "workspace user", "owner, signed out"] as const)(
    "counts nothing for: %s",
    async (persona) => {
      const figures = await suite.trial(async (tx) => {
        await tx`insert into visits default values`;
        await become(tx, persona);
        return statistics(tx, "UTC");
      });
      expect(figures).toMatchObject({ daily: 0, weekly: 0, monthly: 0 });
      expect(figures.days.every((day) => day.count === 0)).toBe(true);
    },
  );

  it("cannot be called by visitors", async () => {
    const code = await suite.as("anonymous", (tx) =>
      codeOf(tx, (inner) => inner`select visit_statistics()`),
    );
    expect(code).toBe(sqlstate.denied);
  });

  it("reports an unknown time zone as the caller's error", async () => {
    const code = await suite.as("owner", (tx) =>
      codeOf(tx, (inner) => inner`select visit_statistics('Middle/Earth')`),
    );
    expect(code).toBe("22023");
  });
});
