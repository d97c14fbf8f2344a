import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bodySql, isTooLarge, RESPONSE_BYTES } from "../../server/rest/read-sql.ts";
import {
  type Person,
  service,
  signInOwner,
  signInWorkspaceUser,
  startTestGateway,
  type TestGateway,
} from "../support/sites/gateway.ts";

let gateway: TestGateway;
let owner: Person;
let workspace: Person;

beforeAll(async () => {
  gateway = await startTestGateway({ environment: { FOYER_TRUST_PROXY: "on" } });
  owner = await signInOwner(gateway);
  workspace = await signInWorkspaceUser(gateway);
  const { sql } = gateway.database;
  await sql`insert into skill_categories (name) select 'category ' || n from generate_series(1, 20) as n`;
  await sql`insert into skills (name, category_id)
    select 'skill ' || n, (select id from skill_categories order by name offset n % 20 limit 1)
    from generate_series(1, 900) as n`;
  await sql`insert into projects (name, live_link, description)
    select 'project ' || n, 'https://example.test', repeat('x', 20000) from generate_series(1, 300) as n`;
  await sql`insert into personal_info (key, value) select 'fact ' || n, repeat('x', 262144)
    from generate_series(1, 20) as n`;
  await sql`insert into workspace_notes (user_id, title, content)
    select ${workspace.id}, 'note ' || n, repeat('x', 1000000) from generate_series(1, 30) as n`;
});
afterAll(() => gateway.stop());

let visitors = 0;

interface Answer {
  status: number;
  bytes: number;
  code: string;
  message: string;
}

/** Each read comes from a different address unless one is given. */
async function ask(
  query: string,
  {
    person,
    address = `203.0.113.${visitors++ % 250}`,
    headers = {},
    method = "GET",
  }: {
    person?: Person;
    address?: string;
    headers?: Record<string, string>;
    method?: string;
  } = {},
): Promise<Answer> {
  const session = person && (await person.client.auth.getSession()).data.session;
  const response = await fetch(`${gateway.url}/rest/v1/${encodeURI(query)}`, {
    method,
    headers: {
      apikey: gateway.secrets.publishableKey,
      "x-forwarded-for": address,
      ...(session ? { authorization: `Bearer ${session.access_token}` } : {}),
      ...headers,
    },
  });
  const text = await response.text();
  const { code = "", message = "" } = text.startsWith("{")
    ? (JSON.parse(text) as Partial<Answer>)
    : {};
  return { status: response.status, bytes: text.length, code, message };
}

const casts = [
  'level::"bit(83886080)"',
  'name::"char(10485760)"',
  "name::text",
  "a:level::int4",
  "skill_categories(name::text)",
  "skill_categories(skills(a:name::varchar))",
  "...skill_categories(name::text)",
  "level::text.sum()",
];

describe("casts", () => {
  it.each(casts)("casts are refused to visitors: %s", async (select) => {
    const { status, code } = await ask(`skills?select=${select}&limit=6`);
    expect([status, code]).toEqual([400, "PGRST100"]);
  });

  it("casts are limited to a few types for signed-in users", async () => {
    for (const cast of ["name::text", 'level::"text"', "level::float8", "id::uuid"]) {
      expect(await ask(`skills?select=${cast}&limit=1`, { person: owner })).toMatchObject({
        status: 200,
      });
    }
    for (const cast of ["bit", "bit(8)", "bpchar", "char(10485760)", "varbit", "xml", "regclass"]) {
      const { status, code } = await ask(`skills?select=level::"${cast}"`, { person: owner });
      expect([cast, status, code]).toEqual([cast, 400, "PGRST100"]);
    }
  });

  it("casts are refused in the returned representation of a change", async () => {
    const { status } = await ask('skills?select=level::"bit(9)"&name=eq.x', {
      person: owner,
      method: "DELETE",
      headers: { prefer: "return=representation" },
    });
    expect(status).toBe(400);
  });
});

describe("a query", () => {
  it("a query may embed at most six tables, at any depth", async () => {
    const siblings = (n: number) =>
      Array.from({ length: n }, (_, i) => `e${i}:skill_categories(name)`).join(",");
    expect((await ask(`skills?select=${siblings(6)}&limit=1`)).status).toBe(200);
    expect((await ask(`skills?select=${siblings(7)}&limit=1`)).status).toBe(400);
    const nested = `skill_categories(a:skills(name),b:skills(name),c:skills(d:skill_categories(name)))`;
    expect((await ask(`skills?select=${nested}&limit=1`)).status).toBe(200);
    expect((await ask(`skills?select=${nested},x:skill_categories(y:skills(name))`)).status).toBe(
      400,
    );
  });

  it("a query may select at most 120 columns, and one column at most three times", async () => {
    const all = "a:name,b:name,c:name";
    expect((await ask(`skills?select=${all}&limit=1`)).status).toBe(200);
    expect((await ask(`skills?select=${all},name&limit=1`)).status).toBe(400);
    expect((await ask("skills?select=*,*,*,*&limit=1")).status).toBe(400);
    const many = Array.from({ length: 121 }, (_, n) => `a${n}:c${n}`).join(",");
    expect((await ask(`skills?select=${many}`)).message).toMatch(/too many columns/);
  });

  it("a query may contain no regular expression from a visitor", async () => {
    const pattern = "name=match.((a{255}){99})";
    expect((await ask(`skills?${pattern}`)).status).toBe(400);
    expect((await ask(`skills?or=(level.eq.1,and(name.not.imatch.a))`)).status).toBe(400);
    expect(
      (await ask(`skills?select=skill_categories(name)&skill_categories.name=match.a`)).status,
    ).toBe(400);
    expect((await ask("skills?name=match.^skill&limit=1", { person: owner })).status).toBe(200);
  });
});

const tooLarge = { status: 413, code: "PT413" };

describe("a response over 8,000,000 bytes", () => {
  it("a response over 8,000,000 bytes is refused by the database, for rows", async () => {
    expect(await ask("projects?select=*")).toMatchObject({ status: 200 });
    await service(gateway)
      .from("projects")
      .insert(
        Array.from({ length: 150 }, (_, n) => ({
          name: `more ${n}`,
          live_link: "https://example.test",
          description: "x".repeat(20_000),
        })),
      );
    expect(await ask("projects?select=*")).toMatchObject(tooLarge);
    expect(await ask("projects?select=*&limit=100")).toMatchObject({ status: 200 });
    expect(await ask("personal_info?select=a:value,b:value")).toMatchObject(tooLarge);
    expect(await ask("workspace_notes?select=*", { person: workspace })).toMatchObject(tooLarge);
  });

  it("a response over 8,000,000 bytes is refused from the first byte over it on", async () => {
    const { sql } = gateway.database;
    // The characters around the value, and four bytes that PostgreSQL counts for each row.
    const most = RESPONSE_BYTES - '{"v":""}'.length - 4;
    const list = (length: number) => sql.unsafe(bodySql(`select repeat('x', ${length}) as v`));
    const [row] = await list(most);
    expect(JSON.stringify(row?.body)).toHaveLength(RESPONSE_BYTES - 4 + "[]".length);
    await expect(list(most + 1)).rejects.toSatisfy(isTooLarge);
    const halves = (length: number) =>
      sql.unsafe(bodySql(`select repeat('x', ${length}) as v from generate_series(1, 2)`));
    const half = RESPONSE_BYTES / 2 - '{"v":""}'.length - 4;
    expect(Number((await halves(half))[0]?.page)).toBe(2);
    await expect(halves(half + 1)).rejects.toSatisfy(isTooLarge);
  });

  it.each([
    "skills?select=skill_categories(skills(name,skill_categories(skills(*))))",
    "skill_categories?select=a:skills(c:skill_categories(skills(*))),b:skills(*)",
    "skills?select=agg:name,answer:level,skill_categories(obj:name,skills(agg:level,name,id,category_id,icon,a:name,b:name,c:id,d:id,e:category_id))",
  ])("a response over 8,000,000 bytes through embedded rows is refused: %s", async (query) => {
    expect(await ask(query)).toMatchObject(tooLarge);
    const small = await ask(`${query}&limit=1`);
    expect(small.status).toBe(200);
    expect(small.bytes).toBeGreaterThan(1000);
  });

  it("a response over 8,000,000 bytes is refused for a change's returned rows, and nothing is changed", async () => {
    const refused = await workspace.client
      .from("workspace_notes")
      .update({ title: "changed" })
      .like("title", "note %")
      .select();
    expect([refused.status, refused.error?.code]).toEqual([413, "PT413"]);
    const silent = await workspace.client
      .from("workspace_notes")
      .update({ title: "changed" })
      .like("title", "note 1%")
      .select("id");
    expect(silent.data).toHaveLength(11);
    const { count } = await workspace.client
      .from("workspace_notes")
      .select("*", { count: "exact", head: true })
      .eq("title", "changed");
    expect(count).toBe(11);
  });

  it("anyone with its address can open a draft's picture, as docs/security.md says", async () => {
    const counted = await owner.client
      .from("projects")
      .select("id", { count: "exact", head: true });
    expect(counted.count).toBe(450);
    const embedded = await owner.client
      .from("skills")
      .select("id, skill_categories!inner(name)", { count: "exact" })
      .limit(1);
    expect([embedded.count, embedded.data?.length]).toEqual([900, 1]);
  });

  it("a response over 8,000,000 bytes does not prevent counting large rows", async () => {
    const counted = await owner.client.from("projects").select("*", { count: "exact", head: true });
    expect([counted.count, counted.status]).toEqual([450, 200]);
    const plain = await ask("personal_info", { method: "HEAD" });
    expect(plain.status).toBe(200);
  });

  it("a large response is not given in another format", async () => {
    const csv = { headers: { accept: "text/csv" } };
    const { status, code } = await ask("projects?select=*", csv);
    expect([status, code]).toEqual([406, "PGRST107"]);
  });
});

describe("a malformed query", () => {
  it.each([
    'skills?select="name',
    "projects?stack=cs.{a",
    "skills?name=fts.!!!",
    "skills?select=a(",
    "skills?or=(",
    "skills?order=name.up",
    "skills?limit=1&offset=99999999999999999999",
    "skills?id=in.(",
    "skills?select=skill_categories(name",
  ])("a malformed query is answered with 400 and a short text: %s", async (query) => {
    const { status, bytes, message } = await ask(query);
    expect(status).toBe(400);
    expect(message).toMatch(/^[^{}]+$|^"failed to parse|^malformed array literal/);
    expect(message).not.toMatch(/TypeError|Error:|node:|Buffer/);
    expect(bytes).toBeLessThan(600);
  });
});

describe("reads", () => {
  it("reads of visitors time out after a second and a half", async () => {
    const { sql } = gateway.database;
    await sql`create table public.slow (id int)`;
    await sql`grant select on public.slow to anon, authenticated`;
    await sql`insert into public.slow values (1)`;
    await sql`alter table public.slow enable row level security`;
    await sql`create policy "Slowly" on public.slow for select using ((select pg_sleep(3)) is not null)`;
    await sql`notify pgrst, 'reload schema'`;
    await expect.poll(async () => (await ask("slow?select=id")).code).toBe("57014");
    expect((await ask("slow?select=id", { person: owner })).status).toBe(200);
  });

  it("reads of one address are limited by the time they take", async () => {
    const address = "198.51.100.9";
    const answers: Answer[] = [];
    while (answers.at(-1)?.status !== 429) {
      answers.push(
        ...(await Promise.all(Array.from({ length: 8 }, () => ask("slow", { address })))),
      );
    }
    expect(answers.length).toBeLessThanOrEqual(32);
    expect(answers.at(-1)).toMatchObject({ code: "PT429" });
    expect((await ask("skills?limit=1", { address: "198.51.100.10" })).status).toBe(200);
    const head = await fetch(`${gateway.url}/rest/v1/skills`, {
      method: "HEAD",
      headers: { apikey: gateway.secrets.publishableKey, "x-forwarded-for": address },
    });
    expect(head.status).toBe(429);
    expect(Number(head.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
