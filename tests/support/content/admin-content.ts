import type { BuiltSite } from "../sites/built-site.ts";

/**
 * Adds a week of realistic content (messages, visits and a workspace user) for screenshots of the
 * panel.
 */
export async function fillAdminSite({ sql }: BuiltSite): Promise<void> {
  await sql`insert into messages ${sql(
    letters.map(([name, email, subject, message, minutes, is_read]) => ({
      name,
      email,
      subject,
      message,
      is_read,
      created_at: new Date(Date.now() - minutes * 60_000).toISOString(),
    })),
  )}`;
  await sql`update messages set replied_at = now() - interval '2 days'
    where subject = 'Quadrat offline for two weeks'`;
  for (const [day, visits] of visitsByDay.entries()) {
    await sql`insert into visits (created_at, referrer_host, is_first, is_bot)
      select now() - make_interval(days => ${day}) - make_interval(mins => n * 7),
        (${hosts}::text[])[n % 11], n % 3 <> 0, n % 9 = 8
      from generate_series(1, ${visits}::int) as n`;
  }
  await sql`insert into link_clicks (kind, subject, target)
    select 'project', id::text, live_link from projects
    union all select 'code', id::text, github_link from projects where github_link <> ''
    union all select 'social', id::text, url from social_links
    union all select 'cv', '', 'cv' from generate_series(1, 7)
    union all select 'contact', 'email', 'mailto:x' from generate_series(1, 3)`;
  await sql`insert into auth.users (id, email) values (${WORKSPACE_USER}, 'mira@example.com')`;
  await sql`insert into private.members (user_id, role) values (${WORKSPACE_USER}, 'workspace')`;
  await sql`insert into workspace_users (user_id, email, username)
    values (${WORKSPACE_USER}, 'mira@example.com', 'mira')`;
  await sql`insert into workspace_activity_logs ${sql(
    events.map(([event_type, device_info, hours]) => ({
      user_id: WORKSPACE_USER,
      event_type,
      device_info,
      created_at: new Date(Date.now() - hours * 3_600_000).toISOString(),
    })),
  )}`;
}

const WORKSPACE_USER = "30000000-0000-4000-8000-000000000001";

/** Visits per day, beginning with today. */
const visitsByDay = [23, 41, 38, 12, 9, 52, 47, 31, 28, 30];

/** Referrers of visits; an index beyond the list means no referrer. */
const hosts = ["news.ycombinator.com", "www.google.com", "news.ycombinator.com", "github.com"];

const letters: [string, string, string, string, number, boolean][] = [
  [
    "Jovana Petrić",
    "jovana@example.org",
    "Berth planner for Piran",
    "Hello Ines,\n\nwe run a marina of 180 berths and still plan on a whiteboard. Could the planner show two seasons side by side? We would need it from March.\n\nBest regards\nJovana",
    38,
    false,
  ],
  [
    "Tom Achterberg",
    "tom@example.net",
    "Seqscan and partitioned tables",
    "Lovely tool. Plans with hundreds of partitions come out as one long ladder; is folding planned?",
    171,
    false,
  ],
  [
    "مريم الهاشمي",
    "mariam@example.com",
    "سؤال عن التدريب",
    "هل تقبلون متدربين في الصيف؟ أدرس علوم الحاسوب وأحب الخرائط.",
    60 * 26,
    true,
  ],
  [
    "Field Station Lošinj",
    "station@example.org",
    "Quadrat offline for two weeks",
    "Three phones, two weeks, no signal: everything merged on the ferry home. Thank you! 🐬",
    60 * 75,
    true,
  ],
  [
    "Recruiting",
    "hire@example.com",
    "Exciting opportunity",
    "We came across your profile and were impressed.",
    60 * 24 * 9,
    true,
  ],
];

const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

const events: [string, string | null, number][] = [
  ["login", CHROME, 2],
  ["logout", IPHONE, 20],
  ["login", IPHONE, 21],
  ["logout_forced", null, 49],
  ["login", CHROME, 50],
];
