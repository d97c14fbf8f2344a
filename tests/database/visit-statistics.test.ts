import { expect, it } from "vitest";
import {
  codeOf,
  describeDatabase,
  describeNewestDatabase,
} from "../support/databases/database-suite.ts";
import { become, becomeSuperuser, type Tx } from "../support/databases/personas.ts";
import { rowsRead } from "../support/databases/rows-read.ts";

interface Statistics {
  daily: number;
  weekly: number;
  monthly: number;
  days: { date: string; count: number }[];
}

async function statistics(tx: Tx, zone: string): Promise<Statistics> {
  const [row] = await tx<{ figures: Statistics }[]>`select visit_statistics(${zone}) as figures`;
  if (!row) throw new Error("No figures came back.");
  return row.figures;
}

/** Calculates the same figures from individual visits. */
async function countedOneByOne(tx: Tx, zone: string): Promise<Statistics> {
  const [row] = await tx<Omit<Statistics, "days">[]>`
    select count(*) filter (where created_at >= now() - interval '24 hours') as daily,
      count(*) filter (where created_at >= now() - interval '168 hours') as weekly,
      count(*) filter (where created_at >= now() - interval '720 hours') as monthly
    from visits where not is_bot`;
  const days = await tx<{ date: string; count: number }[]>`
    select day::text as date, (
      select count(*) from visits
      where (created_at at time zone ${zone})::date = day and not is_bot
    ) as count
    from (select (now() at time zone ${zone})::date - age as day from generate_series(6, 0, -1) as age) as week`;
  if (!row) throw new Error("No counts came back.");
  return { ...row, days: [...days] };
}

const hours = (tx: Tx) => tx<{ hour: string; visits: number }[]>`
  select hour, visits from private.visit_hours where visits <> 0 order by hour`;

const hoursCounted = (tx: Tx) => tx<{ hour: string; visits: number }[]>`
  select date_trunc('hour', created_at, 'UTC') as hour, count(*) as visits
  from visits where not is_bot group by 1 order by 1`;

describeDatabase("visit_statistics", (suite) => {
  it.each(["signed in, no role", "workspace user", "owner, signed out"] as const)(
    "visit_statistics counts nothing for: %s",
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

  it("visit_statistics leaves out bots, as the analytics do", async () => {
    const { figures, days } = await suite.as("anonymous", async (tx) => {
      await becomeSuperuser(tx);
      await tx`insert into visits (is_bot) values (true), (false), (true)`;
      await become(tx, "owner");
      const [analytics] = await tx<{ days: { visits: number; bots: number }[] }[]>`
        select site_analytics(1) -> 'days' as days`;
      return { figures: await statistics(tx, "UTC"), days: analytics?.days };
    });
    expect(days).toMatchObject([{ visits: 1, bots: 2 }]);
    expect(figures).toMatchObject({ daily: 1, weekly: 1, monthly: 1 });
    expect(figures.days.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0, 1]);
  });

  it("visit_statistics reports an unknown time zone as the caller's error", async () => {
    const code = await suite.as("owner", (tx) =>
      codeOf(tx, (inner) => inner`select visit_statistics('Middle/Earth')`),
    );
    expect(code).toBe("22023");
  });
});

describeDatabase("Visits per hour", (suite) => {
  it("visits per hour stay correct for inserts, updates, deletions and truncation", async () => {
    await suite.trial(async (tx) => {
      await become(tx, "anonymous");
      await tx`insert into visits default values`;
      await tx`insert into visits default values`;
      await becomeSuperuser(tx);
      expect(await hours(tx)).toMatchObject([{ visits: 2 }]);
      await tx`insert into visits (created_at, is_bot)
        select now() - n * interval '20 minutes', n % 5 = 0 from generate_series(1, 500) as n`;
      expect(await hours(tx)).toEqual(await hoursCounted(tx));
      await become(tx, "owner");
      await tx`delete from visits where created_at < now() - interval '3 days'`;
      await becomeSuperuser(tx);
      expect(await hours(tx)).toEqual(await hoursCounted(tx));
      await tx`alter table visits disable trigger protect_created_at`;
      await tx`update visits set created_at = created_at - interval '5 hours'`;
      expect(await hours(tx)).toEqual(await hoursCounted(tx));
      expect((await hours(tx)).length).toBeGreaterThan(10);
      await tx`truncate visits`;
      expect(await hours(tx)).toEqual([]);
    });
  });
});

describeNewestDatabase("The figures from visits per hour", (suite) => {
  it.each(["UTC", "Asia/Kathmandu", "Australia/Lord_Howe"])(
    "the figures from visits per hour equal those of counting one by one, in %s",
    async (zone) => {
      const { fast, slow } = await suite.trial(async (tx) => {
        await tx`select setseed(0.42)`;
        await tx`insert into visits (created_at, is_bot)
          select now() - random() * interval '32 days', n > 5000 from generate_series(1, 6000) as n`;
        // Visits on the hour, and on either side of each window's boundaries.
        await tx`insert into visits (created_at)
          select date_trunc('hour', now()) - step * interval '1 hour' - offset_ * interval '1 microsecond'
          from generate_series(0, 750) as step, generate_series(-1, 1) as offset_
          where step > 0 or offset_ >= 0`;
        await become(tx, "owner");
        return { fast: await statistics(tx, zone), slow: await countedOneByOne(tx, zone) };
      });
      expect(fast).toEqual(slow);
      expect(fast.monthly).toBeGreaterThan(5000);
    },
  );

  it("the figures from visits per hour count every one of many concurrent visits", async () => {
    const { sql } = suite;
    await Promise.all(Array.from({ length: 60 }, () => sql`insert into visits default values`));
    const [row] = await sql<{ n: number }[]>`select sum(visits)::int as n from private.visit_hours`;
    expect(row?.n).toBe(60);
    await sql`truncate visits`;
  });

  it("the figures from visits per hour take few reads of a long history", async () => {
    const [fast, slow] = await suite.trial(async (tx) => {
      await tx`insert into visits (created_at)
        select now() - random() * interval '30 days' from generate_series(1, 20000)`;
      await tx`analyze visits`;
      await become(tx, "owner");
      return [
        await rowsRead(tx, "public.visits", () => statistics(tx, "UTC")),
        await rowsRead(tx, "public.visits", () => countedOneByOne(tx, "UTC")),
      ];
    });
    // The first hours of three windows contain at most about 28 visits each.
    expect(fast).toBeLessThan(1_000);
    expect(slow).toBeGreaterThan(20_000);
  });
});
