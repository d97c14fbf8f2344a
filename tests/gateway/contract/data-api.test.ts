import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPortfolio } from "../../../src/content/read-portfolio.ts";
import { readAll } from "../../../src/lib/read-all.ts";
import { type ContractTarget, startContractTarget } from "../../support/contract-target.ts";

let target: ContractTarget;
/** Marks this run's rows, so that a shared project can be cleaned up. */
const run = randomUUID().slice(0, 8);
const named = (name: string) => `${name} ${run}`;

beforeAll(async () => {
  target = await startContractTarget();
});
afterAll(async () => {
  const { service } = target;
  await service.from("skills").delete().like("name", `%${run}`);
  await service.from("skill_categories").delete().like("name", `%${run}`);
  await service.from("projects").delete().like("name", `%${run}`);
  await service.from("messages").delete().like("name", `%${run}`);
  await service.from("personal_info").delete().like("key", `%${run}`);
  await target.stop();
});

/** PostgREST's format, with as many digits as the fraction needs. */
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/;

const project = (name: string) => ({ name: named(name), live_link: "https://example.com" });
const message = (name: string) => ({
  name: named(name),
  email: "visitor@example.test",
  subject: "Hello",
  message: "A question",
  is_read: false,
});

describe("a visitor", () => {
  it("a visitor reads the six parts of the portfolio", async () => {
    const { anonymous } = target;
    const results = await Promise.all([
      anonymous.from("personal_info").select("key, value"),
      anonymous.from("social_links").select().order("display_order", { nullsFirst: false }),
      anonymous.from("education").select().order("created_at", { ascending: false }),
      anonymous.from("experience").select().order("created_at", { ascending: false }),
      anonymous.from("projects").select().order("created_at", { ascending: false }),
      anonymous
        .from("skills")
        .select("*, skill_categories(name)")
        .order("level", { ascending: false }),
    ]);
    for (const { error, status } of results) {
      expect(error).toBeNull();
      expect(status).toBe(200);
    }
  });

  it("a visitor sends a message and records a visit without reading either back", async () => {
    const { anonymous, owner } = target;
    const sent = await anonymous.from("messages").insert(message("sent"));
    expect([sent.status, sent.data, sent.error]).toEqual([201, null, null]);
    const visited = await anonymous.from("visits").insert({});
    expect([visited.status, visited.error]).toEqual([201, null]);
    const { data } = await owner.client
      .from("messages")
      .select()
      .eq("name", named("sent"))
      .single();
    expect(data).toMatchObject({ ...message("sent"), is_read: false });
    expect(data?.created_at).toMatch(TIMESTAMP);
    const { count } = await owner.client.from("visits").select("*", { count: "exact", head: true });
    expect(count).toBeGreaterThan(0);
  });

  it("a visitor cannot write by a GET, not even through a function", async () => {
    const { client } = target.workspace;
    const { error } = await client.rpc("create_calendar_feed", {}, { get: true });
    expect(error?.code).toBe("25006");
    expect((await client.from("calendar_feeds").select("created_at")).data).toEqual([]);
  });

  it("a visitor states the referring page and the followed link, and does not count as a bot", async () => {
    const { owner, publishableKey: apikey, url } = target;
    const referrer_host = `${run}.example`;
    const browser = "Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0";
    const post = async (relation: string, row: object, agent = browser) => {
      const headers = { apikey, "content-type": "application/json", "user-agent": agent };
      const body = JSON.stringify(row);
      return (await fetch(`${url}/rest/v1/${relation}`, { method: "POST", headers, body })).status;
    };
    const before = await owner.client.rpc("site_analytics", { days: 1 });
    expect(await post("visits", { referrer_host })).toBe(201);
    expect(await post("visits", { referrer_host }, "Googlebot/2.1")).toBe(201);
    expect(await post("visits", { referrer_host: "https://x.example/" })).toBe(400);
    expect(await post("link_clicks", { target: "cv" })).toBe(201);
    const { data } = await owner.client.rpc("site_analytics", { days: 1 });
    expect(data.referrers).toContainEqual({ host: referrer_host, visits: 1 });
    expect(data.days[0].bots).toBe(before.data.days[0].bots + 1);
    expect(data.links).toContainEqual(expect.objectContaining({ kind: "cv" }));
  });

  it("a visitor is refused with 401 and 42501 where nothing is allowed", async () => {
    const { anonymous } = target;
    for (const refused of [
      await anonymous.from("projects").insert(project("forged")),
      await anonymous.from("messages").select(),
      await anonymous.from("workspace_notes").select(),
      await anonymous.from("messages").insert(message("returned")).select(),
    ]) {
      expect(refused.status).toBe(401);
      expect(refused.error?.code).toBe("42501");
      expect(refused.data).toBeNull();
    }
  });

  it("a visitor is told which value was wrong", async () => {
    const { error, status } = await target.anonymous
      .from("messages")
      .insert({ ...message("bad"), email: "no address" });
    expect(status).toBe(400);
    expect(error).toMatchObject({ code: "23514", hint: null });
    expect(error?.message).toContain("violates check constraint");
  });
});

describe("the owner", () => {
  it("the owner inserts, reads back, changes and deletes", async () => {
    const { client } = target.owner;
    const inserted = await client.from("projects").insert(project("one")).select().single();
    expect(inserted.status).toBe(201);
    expect(inserted.data).toMatchObject({ ...project("one"), description: null, stack: null });
    expect(inserted.data?.created_at).toMatch(TIMESTAMP);
    const changed = await client
      .from("projects")
      .update({ stack: ["TypeScript", 'with "quotes", commas {and} braces'] })
      .eq("id", inserted.data?.id)
      .select("stack")
      .single();
    expect(changed.data).toEqual({ stack: ["TypeScript", 'with "quotes", commas {and} braces'] });
    const removed = await client.from("projects").delete().eq("id", inserted.data?.id);
    expect([removed.status, removed.error]).toEqual([204, null]);
    const gone = await client.from("projects").select().eq("id", inserted.data?.id).single();
    expect([gone.status, gone.error?.code]).toEqual([406, "PGRST116"]);
    const none = await client.from("projects").select().eq("id", inserted.data?.id).maybeSingle();
    expect([none.data, none.error]).toEqual([null, null]);
  });

  it("a creation time that the owner reads has microseconds, and a filter with it finds the row", async () => {
    const { client } = target.owner;
    await client.from("projects").insert([project("first"), project("second")]);
    const { data } = await client.from("projects").select("created_at").like("name", `%${run}`);
    for (const row of data ?? []) expect(row.created_at).toMatch(TIMESTAMP);
    const [first] = data ?? [];
    const same = await client.from("projects").select("name").eq("created_at", first?.created_at);
    expect(same.data?.length).toBeGreaterThan(0);
  });

  it("the owner inserts a row of defaults, one and several at once", async () => {
    const client = target.service;
    const one = await client.from("visits").insert({}).select().single();
    expect(one.status).toBe(201);
    expect(one.data?.created_at).toMatch(TIMESTAMP);
    expect(typeof one.data?.id).toBe("number");
    const two = await client.from("visits").insert([{}, {}]).select();
    expect(two.data).toHaveLength(2);
  });

  it("the owner fills columns missing from some rows with null, or with the default when requested", async () => {
    const { client } = target.owner;
    const rows = [{ name: named("Full"), visibility: "draft" }, { name: named("Partly") }];
    const strict = await client.from("skills").insert(rows);
    expect([strict.status, strict.error?.code]).toEqual([400, "23502"]);
    const lenient = await client
      .from("skills")
      .insert(rows, { defaultToNull: false })
      .select("name, visibility");
    expect(lenient.data).toEqual([
      { name: named("Full"), visibility: "draft" },
      { name: named("Partly"), visibility: "public" },
    ]);
    await client.from("skills").delete().like("name", `%${run}`);
  });

  it("the owner upserts one and many rows on a conflict, and leaves others unchanged", async () => {
    const { client } = target.owner;
    const rows = [
      { key: named("a"), value: "1" },
      { key: named("b"), value: "2" },
    ];
    const created = await client
      .from("personal_info")
      .upsert(rows, { onConflict: "key" })
      .select("key, value");
    expect(created.error).toBeNull();
    expect(created.data).toEqual(rows);
    const changed = await client
      .from("personal_info")
      .upsert([{ key: named("a"), value: "3" }], { onConflict: "key" });
    expect(changed.error).toBeNull();
    const ignored = await client
      .from("personal_info")
      .upsert({ key: named("b"), value: "9" }, { onConflict: "key", ignoreDuplicates: true });
    expect(ignored.error).toBeNull();
    const { data } = await client
      .from("personal_info")
      .select("key, value")
      .like("key", `%${run}`)
      .order("key");
    expect(data).toEqual([
      { key: named("a"), value: "3" },
      { key: named("b"), value: "2" },
    ]);
    await client.from("personal_info").delete().like("key", `%${run}`);
  });

  it("the owner adds an existing row again without changing it, and is refused another row with its name", async () => {
    const { client, id: user_id } = target.workspace;
    const [id, other] = [randomUUID(), randomUUID()];
    const add = (row: { id: string; name: string }[]) =>
      client
        .from("workspace_files")
        .upsert(
          row.map((one) => ({ ...one, user_id, is_folder: true })),
          { ignoreDuplicates: true },
        )
        .select("id");
    expect((await add([{ id, name: named("a") }])).data).toEqual([{ id }]);
    await client
      .from("workspace_files")
      .update({ name: named("b") })
      .eq("id", id);
    const again = [
      { id, name: named("a") },
      { id: other, name: named("c") },
    ];
    expect((await add(again)).data).toEqual([{ id: other }]);
    const { data } = await client
      .from("workspace_files")
      .select("name")
      .in("id", [id, other])
      .order("name");
    expect(data).toEqual([{ name: named("b") }, { name: named("c") }]);
    expect((await add([{ id: randomUUID(), name: named("b") }])).error?.code).toBe("23505");
    await client.rpc("delete_files", { ids: [id, other] });
  });

  it("the owner reads a skill with its category, filters by it and counts exactly", async () => {
    const { client } = target.owner;
    const category = await client
      .from("skill_categories")
      .insert({ name: named("Frontend") })
      .select()
      .single();
    await client.from("skills").insert([
      { name: named("React"), level: 90, category_id: category.data?.id, icon: "React" },
      { name: named("Loose"), level: 10, category_id: null, icon: null },
    ]);
    const joined = await client
      .from("skills")
      .select("name, level, skill_categories(name)", { count: "exact" })
      .like("name", `%${run}`)
      .order("level", { ascending: false });
    expect(joined.count).toBe(2);
    expect(joined.data).toEqual([
      { name: named("React"), level: 90, skill_categories: { name: named("Frontend") } },
      { name: named("Loose"), level: 10, skill_categories: null },
    ]);
    const inner = await client
      .from("skills")
      .select("name, skill_categories!inner(name)")
      .eq("skill_categories.name", named("Frontend"));
    expect(inner.data).toHaveLength(1);
    const head = await client
      .from("skills")
      .select("*", { count: "exact", head: true })
      .like("name", `%${run}`);
    expect([head.count, head.data]).toEqual([2, null]);
    const page = await client
      .from("skills")
      .select("name")
      .like("name", `%${run}`)
      .order("name")
      .range(1, 1);
    expect(page.data).toEqual([{ name: named("React") }]);
  });

  it("the owner calls a function, with arguments and with their defaults", async () => {
    const { client } = target.owner;
    const statistics = await client.rpc("visit_statistics", { time_zone: "Europe/Berlin" });
    expect(statistics.error).toBeNull();
    expect(statistics.data).toMatchObject({ daily: expect.any(Number), days: expect.any(Array) });
    expect((await client.rpc("visit_statistics")).error).toBeNull();
    const unknown = await client.rpc("no_such_function");
    expect([unknown.status, unknown.error?.code]).toEqual([404, "PGRST202"]);
  });
});

describe("content entries", () => {
  it("content entries are ordered, hidden from visitors, shown in the preview, and restored", async () => {
    const { anonymous, owner, url, publishableKey } = target;
    const { client } = owner;
    const category = await client
      .from("skill_categories")
      .insert({ name: named("Ordered") })
      .select("id")
      .single();
    const skill = (name: string, visibility: string) => ({
      ...{ name: named(name), level: 50, category_id: category.data?.id, visibility },
    });
    const rows = [
      skill("Entry 1", "public"),
      skill("Entry 2", "draft"),
      skill("Entry 3", "hidden"),
    ];
    const added = await client.from("skills").insert(rows).select("id, name");
    const ids = rows.map(({ name }) => added.data?.find((row) => row.name === name)?.id);

    const names = new Set(rows.map(({ name }) => name));
    const seen = await anonymous
      .from("skills")
      .select("name")
      .in("name", [...names]);
    expect(seen.data).toEqual([{ name: named("Entry 1") }]);
    const asOwner: typeof fetch = (input, init) =>
      fetch(input, { ...init, headers: { ...init?.headers, ...owner.headers } });
    const site = { supabaseUrl: url, publishableKey };
    const { skills } = await readPortfolio(asOwner, site, { drafts: true });
    const own = skills.filter(({ name }) => names.has(name)).map(({ name }) => name);
    expect(own).toEqual([named("Entry 1"), named("Entry 2")]);

    const items = ids.toReversed().map((id) => ({ id, was: null }));
    const order = { list: "skills", items };
    expect((await client.rpc("save_content_order", order)).error).toBeNull();
    const again = await client.rpc("save_content_order", order);
    expect([again.status, again.error?.code]).toEqual([409, "PT409"]);
    expect((await anonymous.rpc("save_content_order", order)).error).not.toBeNull();

    await client.from("skills").update({ level: 60 }).eq("id", ids[0]);
    const versions = await client
      .from("content_history")
      .select("id, operation, entry->level")
      .eq("table_name", "skills")
      .eq("entry_id", ids[0])
      .order("id", { ascending: false });
    expect(versions.data).toMatchObject([
      { operation: "update", level: 60 },
      { operation: "insert", level: 50 },
    ]);
    const restore = (current_revision: number) =>
      client.rpc("restore_content_version", { version: versions.data?.[1]?.id, current_revision });
    expect((await restore(1)).error?.code).toBe("PT409");
    expect((await restore(2)).data).toBe(true);

    await client.from("skills").delete().eq("id", ids[0]);
    const trash = client.from("deleted_content").select("entry_id").eq("entry_id", ids[0]);
    expect((await trash).data).toHaveLength(1);
    const entry = { list: "skills", entry_id: ids[0] };
    expect((await client.rpc("restore_deleted_content", entry)).data).toBe(true);
    expect((await client.rpc("purge_deleted_content", entry)).data).toBe(false);
    const restored = await client
      .from("skills")
      .select("level, position, revision")
      .eq("id", ids[0]);
    expect(restored.data).toEqual([{ level: 50, position: 3, revision: 4 }]);
  });
});

describe("an error", () => {
  it.each([
    ["a missing value", { name: null }, 400, "23502"],
    ["a broken rule", { name: "x".repeat(500) }, 400, "23514"],
    ["a value of the wrong type", { id: "no uuid" }, 400, "22P02"],
    ["an unknown column", { nonsense: 1 }, 400, "PGRST204"],
  ])("an error for %s has PostgREST's status and code", async (_name, change, status, code) => {
    const response = await target.owner.client
      .from("projects")
      .insert({ ...project("x"), ...change });
    expect([response.status, response.error?.code]).toEqual([status, code]);
    expect(response.error).toHaveProperty("details");
    expect(response.error).toHaveProperty("hint");
  });

  it("an error for a duplicate or a missing referenced row is 409", async () => {
    const { client } = target.owner;
    const category = { name: named("Twice") };
    expect((await client.from("skill_categories").insert(category)).status).toBe(201);
    const twice = await client.from("skill_categories").insert(category);
    expect([twice.status, twice.error?.code]).toEqual([409, "23505"]);
    const orphan = await client
      .from("skills")
      .insert({ name: named("x"), category_id: randomUUID() });
    expect([orphan.status, orphan.error?.code]).toEqual([409, "23503"]);
  });

  it("an error for an unknown table is 404, for another user's row no error at all", async () => {
    const { stranger } = target;
    const unknown = await stranger.client.from("no_such_table").select();
    expect(unknown.status).toBe(404);
    // PostgREST's own code since version 13, and PostgreSQL's code before.
    expect(["PGRST205", "42P01"]).toContain(unknown.error?.code);
    const denied = await stranger.client.from("projects").insert(project("denied"));
    expect([denied.status, denied.error?.code]).toEqual([403, "42501"]);
    const silent = await stranger.client.from("messages").select();
    expect([silent.status, silent.data]).toEqual([200, []]);
  });

  it("an error raised by the database with its own status has that status", async () => {
    const { status, error } = await target.stranger.client
      .from("visits")
      .insert([{ created_at: undefined }, {}]);
    expect([status, error?.code]).toEqual([400, "PT400"]);
  });

  it("an error is returned for a change of all rows at once", async () => {
    const { client } = target.owner;
    const all = await client.from("projects").delete();
    expect([all.status, all.error?.code]).toEqual([400, "21000"]);
  });
});

it("note_changes returns changed notes in the form of the list, and deletions", async () => {
  const { client, id: user_id } = target.workspace;
  const listed = await client
    .from("workspace_notes")
    .insert({ user_id, title: "t", remind_at: "2027-01-02T03:04:05.6Z", labels: ["a, b"] })
    .select(
      "id,title,excerpt,is_cut,color,is_pinned,is_archived,labels,remind_at,updated_at,revision,change_number",
    )
    .single();
  const since = (listed.data?.change_number ?? 0) - 1;
  const added = await client.rpc("note_changes", { since });
  expect(added.data).toMatchObject({ changes: [listed.data] });
  await client
    .from("workspace_notes")
    .delete()
    .eq("id", listed.data?.id ?? "");
  const { data } = await client.rpc("note_changes", { since });
  const change_number = expect.any(Number);
  expect(data).toMatchObject({
    changes: [{ id: listed.data?.id, change_number, is_deleted: true }],
  });
});

it("lists of more than a page are read by their last row", async () => {
  const { client, id: user_id } = target.workspace;
  const files = () => client.from("workspace_files");
  const [parent_id, ...ids] = Array.from({ length: 1006 }, () => randomUUID());
  await files().insert({ id: parent_id, user_id, name: "Many", is_folder: true });
  const rows = ids.map((id, index) => {
    return { id, user_id, parent_id, name: `"${index}\\", (a.b)`, is_folder: true };
  });
  expect((await files().insert(rows)).error).toBeNull();
  try {
    await client.rpc("star_files", { ids, starred: true });
    const starred = await readAll("starred_at.desc,id", (counting) =>
      files().select("id, starred_at", counting).not("starred_at", "is", null),
    );
    expect(starred.map(({ id }) => id)).toEqual(ids.toSorted());
    const named = await readAll("name", (counting) =>
      files().select("name", counting).eq("parent_id", parent_id),
    );
    expect(named.map(({ name }) => name).sort()).toEqual(rows.map(({ name }) => name).sort());
    const tree = await readAll<{ id: string }>("id", () =>
      client.rpc("list_subtree", { ids: [parent_id] }),
    );
    expect(new Set(tree.map(({ id }) => id))).toEqual(new Set([parent_id, ...ids]));
  } finally {
    await files().delete().eq("id", parent_id);
  }
});

describe("text", () => {
  it("text of every kind is returned as it was sent", async () => {
    const { client } = target.workspace;
    const samples = [
      "résumé — 最終 🎉👩‍👩‍👧",
      "'; drop table projects; --",
      'back\\slash "quotes" {braces} [brackets], commas',
      "line\nbreaks\r\nand\ttabs",
      " leading and trailing ",
      "null",
      "true",
      "12345678901234567890",
      '<p style="text-align:center">HTML</p>',
      "x".repeat(70_000),
    ];
    for (const content of samples) {
      const note = { user_id: target.workspace.id, title: "t", content };
      const saved = await client
        .from("workspace_notes")
        .insert(note)
        .select("id, content")
        .single();
      expect(saved.error).toBeNull();
      expect(saved.data?.content).toBe(content);
      const found = await client.from("workspace_notes").select("content").eq("id", saved.data?.id);
      expect(found.data).toEqual([{ content }]);
    }
    const zero = { user_id: target.workspace.id, title: "t", content: "a\u0000b" };
    const refused = await client.from("workspace_notes").insert(zero);
    expect(refused.status).toBe(400);
  });
});
