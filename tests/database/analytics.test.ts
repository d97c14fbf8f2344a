import { isbot } from "isbot";
import { expect, it } from "vitest";
import {
  codeOf,
  describeDatabase,
  describeNewestDatabase,
  sqlstate,
} from "../support/databases/database-suite.ts";
import { become, becomeSuperuser, type Tx } from "../support/databases/personas.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";
const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

interface Analytics {
  days: { date: string; visits: number; visitors: number | null; bots: number }[];
  referred: number;
  referrers: { host: string; visits: number }[];
  links: { kind: string; subject: string; name: string | null; clicks: number }[];
}

/** Request settings as PostgREST sets them on hosted Supabase. */
const from = (tx: Tx, address: string, agent = FIREFOX) =>
  tx`select set_config('request.headers',
    ${JSON.stringify({ "x-forwarded-for": address, "user-agent": agent })}, true)`;

const visit = (tx: Tx, referrer: string | null = null) =>
  codeOf(tx, (inner) => inner`insert into visits (referrer_host) values (${referrer})`);

const click = (tx: Tx, target: string) =>
  codeOf(tx, (inner) => inner`insert into link_clicks (target) values (${target})`);

async function analytics(tx: Tx, days = 7): Promise<Analytics> {
  await become(tx, "owner");
  const [row] = await tx<{ figures: Analytics }[]>`select site_analytics(${days}) as figures`;
  if (!row) throw new Error("No figures came back.");
  return row.figures;
}

describeDatabase("Visits", (suite) => {
  it("visits count visitors once a day per address and browser, and bots separately", async () => {
    const figures = await suite.as("anonymous", async (tx) => {
      await from(tx, "203.0.113.7");
      await tx`insert into visits default values`;
      expect(await visit(tx)).toBeNull();
      await from(tx, "203.0.113.7", SAFARI);
      expect(await visit(tx)).toBeNull();
      await from(tx, "203.0.113.8");
      // A visitor cannot claim to be new, or not to be a bot.
      await tx`insert into visits (is_first, is_bot) values (true, true)`;
      await tx`insert into visits (is_first) values (true)`;
      await from(tx, "203.0.113.9", GOOGLEBOT);
      await tx`insert into visits (is_bot) values (false)`;
      return analytics(tx);
    });
    expect(figures.days).toHaveLength(7);
    expect(figures.days.at(-1)).toMatchObject({ visits: 5, visitors: 3, bots: 1 });
    expect(figures.days.at(0)).toMatchObject({ visits: 0, visitors: 0, bots: 0 });
  });

  it("visits keep no hash of a visitor after the day, and use another hash on the next day", async () => {
    await suite.as("anonymous", async (tx) => {
      const hashes = async () => {
        await becomeSuperuser(tx);
        return (
          await tx<{ hash: string }[]>`
            select encode(visitor, 'hex') as hash from private.daily_visitors`
        ).map(({ hash }) => hash);
      };
      await from(tx, "203.0.113.7");
      await visit(tx);
      const [first] = await hashes();
      await tx`update private.daily_salts set day = day - 1`;
      await tx`update private.daily_visitors set day = day - 1`;
      await become(tx, "anonymous");
      await visit(tx);
      const next = await hashes();
      expect(next).toHaveLength(1);
      expect(next).not.toContain(first);
    });
  });

  it("visits accept a host as the referrer, in lower case, and nothing else", async () => {
    const stored = await suite.as("anonymous", async (tx) => {
      for (const host of [
        "News.Example.com.",
        "xn--r8jz45g.jp",
        "my_shop.example",
        "[2001:db8::1]",
      ])
        expect(await visit(tx, host), host).toBeNull();
      for (const host of [
        ...["", "a b", "https://example.com", "example.com/path", "user@example.com", "例え.jp"],
        ...["<b>x</b>", "=cmd()", "-x.example", `${"x".repeat(250)}.com`],
      ])
        expect(await visit(tx, host), host).toBe(sqlstate.check);
      await becomeSuperuser(tx);
      return tx<{ referrer_host: string }[]>`select referrer_host from visits order by id`;
    });
    expect(stored.map((row) => row.referrer_host)).toEqual([
      ...["news.example.com", "xn--r8jz45g.jp", "my_shop.example", "[2001:db8::1]"],
    ]);
  });

  it("visits name at most a hundred referrers a day", async () => {
    const figures = await suite.trial(async (tx) => {
      await tx`insert into visits (referrer_host)
        select 'site-' || n || '.example' from generate_series(1, 100) as n`;
      await become(tx, "anonymous");
      await visit(tx, "one-more.example");
      await visit(tx, "site-7.example");
      return analytics(tx);
    });
    expect(figures.referred).toBe(102);
    expect(figures.referrers[0]).toEqual({ host: "site-7.example", visits: 2 });
    expect(figures.referrers.find(({ host }) => host === "one-more.example")).toBeUndefined();
    expect(figures.referrers).toHaveLength(100);
  });

  it("visits are deleted after 32 days, their counts after twelve months", async () => {
    const rows = await suite.trial(async (tx) => {
      await tx`insert into visits (created_at, referrer_host)
        select now() - n * interval '1 day', 'a.example' from unnest(array[1, 33, 100, 370]) as n`;
      await tx`insert into link_clicks (created_at, target)
        select now() - n * interval '1 day', 'cv' from unnest(array[1, 33]) as n`;
      await become(tx, "anonymous");
      await visit(tx);
      const { days, referred, links } = await analytics(tx, 1000);
      expect(days).toHaveLength(366);
      expect(days.reduce((sum, day) => sum + day.visits, 0)).toBe(4);
      expect(referred).toBe(3);
      expect(links).toEqual([{ kind: "cv", subject: "", name: null, clicks: 2 }]);
      // Deleting a visit subtracts it from the daily count while it is still counted individually.
      await tx`delete from visits where referrer_host is not null`;
      expect((await analytics(tx, 1000)).referred).toBe(2);
      await becomeSuperuser(tx);
      return tx<{ visits: number; clicks: number; oldest: number }[]>`
        select (select count(*) from visits) as visits, (select count(*) from link_clicks) as clicks,
          (now() at time zone 'UTC')::date - min(day) as oldest
        from private.analytics_days`;
    });
    expect(rows).toEqual([{ visits: 1, clicks: 1, oldest: 100 }]);
  });

  it("visits have no visitor count on days without such counts, and are hidden from other callers", async () => {
    await suite.trial(async (tx) => {
      await tx`insert into visits default values`;
      expect((await analytics(tx)).days.at(-1)).toMatchObject({ visits: 1, visitors: null });
      await become(tx, "workspace user");
      const [row] = await tx<{ figures: Analytics }[]>`select site_analytics(1) as figures`;
      expect(row?.figures).toMatchObject({ days: [{ visits: 0, bots: 0 }], referred: 0 });
    });
  });
});

describeDatabase("Followed links", (suite) => {
  it("followed links are recognized by their address on the published page", async () => {
    const figures = await suite.trial(async (tx) => {
      await tx`insert into projects (id, name, live_link, github_link, visibility) values
        ('00000000-0000-4000-8000-000000000101', 'Loom', 'https://Loom.example', 'https://git.example/loom', 'public'),
        ('00000000-0000-4000-8000-000000000102', '=Über', 'https://loom.example/ü b', null, 'public'),
        ('00000000-0000-4000-8000-000000000103', 'Draft', 'https://draft.example', null, 'draft')`;
      await tx`insert into social_links (id, name, url) values
        ('00000000-0000-4000-8000-000000000104', 'Mastodon', 'https://social.example/@ada/')`;
      await tx`insert into personal_info (key, value) values ('email', 'ada@example.org')
        on conflict (key) do update set value = excluded.value`;
      await become(tx, "anonymous");
      for (const target of [
        ...["https://loom.example/", "https://loom.example/", "https://git.example/loom"],
        ...["https://loom.example/%C3%BC%20b", "https://social.example/@ada", "cv", "form"],
        "mailto:ada@example.org",
      ])
        expect(await click(tx, target), target).toBeNull();
      for (const target of [
        ...[
          "https://draft.example/",
          "https://evil.example/",
          "javascript:x",
          "x".repeat(3000),
          "",
        ],
      ])
        expect(await click(tx, target)).toBeNull();
      await from(tx, "203.0.113.9", GOOGLEBOT);
      expect(await click(tx, "cv")).toBeNull();
      return analytics(tx);
    });
    const found = figures.links.map(({ kind, name, subject, clicks }) => [
      ...[kind, name ?? subject, clicks],
    ]);
    expect(found).toHaveLength(7);
    expect(found).toEqual(
      expect.arrayContaining([
        ["project", "Loom", 2],
        ["project", "=Über", 1],
        ["code", "Loom", 1],
        ["social", "Mastodon", 1],
        ["contact", "email", 1],
        ["contact", "form", 1],
        ["cv", "", 1],
      ]),
    );
  });

  it("followed links let visitors choose nothing but the address", async () => {
    const codes = await suite.as("anonymous", async (tx) => [
      await codeOf(
        tx,
        (inner) => inner`insert into link_clicks (target, kind) values ('cv', 'social')`,
      ),
      await codeOf(tx, (inner) => inner`insert into link_clicks (target) values ('cv'), ('cv')`),
    ]);
    expect(codes).toEqual([sqlstate.denied, "PT400"]);
  });

  it("followed links are limited to sixty a minute per address", async () => {
    const codes = await suite.as("anonymous", async (tx) => {
      await from(tx, "203.0.113.7");
      const found: (string | null)[] = [];
      for (let n = 0; n < 61; n++) found.push(await click(tx, "cv"));
      return found;
    });
    expect(codes).toEqual([...Array(60).fill(null), "PT429"]);
  });
});

describeNewestDatabase("Bots", (suite) => {
  it("bots are recognized in SQL like by the list of Foyer's host", async () => {
    const agents = [
      ...[FIREFOX, SAFARI, GOOGLEBOT, ""],
      "Mozilla/5.0 (Linux; Android 10; CUBOT_X30) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36",
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36",
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0",
      "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
      ...["node", "curl/8.14.1", "python-requests/2.32", "Wget/1.25", "Slackbot-LinkExpanding 1.0"],
    ];
    const found = await suite.trial(async (tx) => {
      const verdicts: (boolean | undefined)[] = [];
      for (const agent of agents) {
        await from(tx, "203.0.113.7", agent);
        const [row] = await tx<{ bot: boolean }[]>`select private.visitor_is_bot() as bot`;
        verdicts.push(row?.bot);
      }
      return verdicts;
    });
    expect(found).toEqual(agents.map((agent) => isbot(agent)));
  });
});
