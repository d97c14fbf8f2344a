import { randomBytes } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { reserve } from "../drive-client.ts";
import { DATABASE_ID, NOTION_TOKEN, notionPage, startFakeNotion } from "../fakes/fake-notion.ts";
import { addFactor } from "../second-factor.ts";
import { startBuiltServer } from "../sites/built-server.ts";
import { clientFor } from "../sites/gateway.ts";
import { type OfflineBrowser, writeOffline } from "./offline-browser.ts";
import { startUpload, type UnfinishedUpload } from "./unfinished-upload.ts";

/** What the tests of a frozen site know of it beside its data directory. */
export interface Life {
  owner: Account;
  workspace: Account & { username: string };
  upload: UnfinishedUpload;
  browser: OfflineBrowser;
}

interface Account {
  email: string;
  password: string;
  /** Of a session that has not ended. */
  refreshToken: string;
}

/** The settings of every frozen site. Nothing listens there, so notices wait. */
export const SETTINGS = {
  FOYER_WEBHOOK_URL: "http://127.0.0.1:1",
  FOYER_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, "secret").toString("base64")}`,
};

const PASSWORD = "correct horse battery staple";
const OWNER = { email: "owner@example.test", password: PASSWORD };
const WORKSPACE = { email: "guest@example.test", username: "guest", password: PASSWORD };

/**
 * Starts a checkout's own server on an empty data directory and uses it as an owner, a visitor and
 * a workspace user do, by nothing but what the specification and Supabase's clients fix, so that
 * servers of any version go through the same steps.
 * @param checkout with its packages installed and built.
 */
export async function liveOn(checkout: string, dataDir: string): Promise<Life> {
  const notion = await startFakeNotion();
  notion.pages = [notionPage(1, { title: "From Notion", tags: ["work"] })];
  const server = await startBuiltServer({
    checkout,
    dataDir,
    env: {
      FOYER_OWNER_EMAIL: OWNER.email,
      FOYER_OWNER_PASSWORD: OWNER.password,
      NOTION_BASE_URL: notion.url,
      NOTION_TOKEN,
      NOTION_DATABASE_ID: DATABASE_ID,
      ...SETTINGS,
    },
  });
  try {
    const { publishableKey } = await server.secrets();
    const connect = () => clientFor(server.origin, publishableKey);
    const owner = connect();
    await signIn(owner, OWNER);
    await workAsOwner(owner);
    await visit(connect());
    await browse(server.origin, publishableKey);
    const workspace = connect();
    await signIn(workspace, WORKSPACE);
    await workInWorkspace(workspace);
    return {
      owner: { ...OWNER, refreshToken: await refreshTokenOf(owner) },
      workspace: { ...WORKSPACE, refreshToken: await refreshTokenOf(workspace) },
      upload: await startUpload(server.origin, workspace),
      browser: await writeOffline(server.origin, WORKSPACE),
    };
  } finally {
    await server.stop();
    await notion.stop();
  }
}

async function signIn(
  { auth }: SupabaseClient,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { error } = await auth.signInWithPassword({ email, password });
  if (error) throw error;
}

async function refreshTokenOf({ auth }: SupabaseClient): Promise<string> {
  return (await auth.getSession()).data.session?.refresh_token ?? "";
}

async function workAsOwner(client: SupabaseClient): Promise<void> {
  const insert = async (table: string, row: object) => {
    const added = must(await client.from(table).insert(row).select().single());
    return (added as { id: string }).id;
  };
  must(await client.from("personal_info").upsert({ key: "location", value: "Göteborg – 日本" }));
  await insert("experience", { title: "Engineer", organization: "Acme", skills: ["a,b", "\\N"] });
  const left = await insert("education", { title: "Left", organization: "A school" });
  must(await client.from("education").delete().eq("id", left));
  const category = await insert("skill_categories", { name: "Frozen skills" });
  await insert("skills", { name: "Ice", level: 12, category_id: category, icon: "React" });
  await insert("projects", { name: "Sled", live_link: "https://example.test", stack: ["wood"] });
  await insert("social_links", { name: "GitHub", url: "https://github.com/x", icon_key: "GitHub" });
  const picture = { contentType: "image/png", cacheControl: "3600", upsert: true };
  const path = "public/1700000000000.png";
  must(await client.storage.from("profile-pictures").upload(path, PIXEL, picture));
  const { publicUrl } = client.storage.from("profile-pictures").getPublicUrl(path).data;
  must(await client.from("personal_info").upsert({ key: "profilePictureUrl", value: publicUrl }));
  const body = { action: "create", ...WORKSPACE };
  must(await client.functions.invoke("workspace-user", { body }));
  const { error } = await client.from("notice_choices").insert({ cause: "digest", enabled: true });
  if (error && error.code !== UNKNOWN_TABLE) throw error;
  // The first frozen site's version had neither.
  if (!error) await addFactor({ client, password: OWNER.password }, "phone");
}

async function visit(client: SupabaseClient): Promise<void> {
  for (const subject of ["Hello", "مرحبا <b>&amp;</b>"]) {
    const message = {
      name: "Ada",
      email: "ada@example.test",
      subject,
      message: "One\ntwo\t\u202e",
    };
    must(await client.from("messages").insert({ ...message, is_read: false }));
  }
  must(await client.from("visits").insert({}));
}

/** What a visitor's browser sends; other clients count as bots. */
async function browse(origin: string, apikey: string): Promise<void> {
  const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
  const headers = { apikey, "content-type": "application/json", "user-agent": agent };
  for (const [table, row] of [
    ["visits", {}],
    ["link_clicks", { target: "form" }],
  ] as const) {
    const body = JSON.stringify(row);
    const answer = await fetch(`${origin}/rest/v1/${table}`, { method: "POST", headers, body });
    const { code = null } = answer.ok ? {} : ((await answer.json()) as { code?: string });
    if (code !== null && code !== UNKNOWN_TABLE) throw new Error(`${table}: ${answer.status}`);
  }
}

/** PostgREST's code for a table that this version does not have yet. */
const UNKNOWN_TABLE = "PGRST205";

async function workInWorkspace(client: SupabaseClient): Promise<void> {
  const user_id = (await client.auth.getUser()).data.user?.id;
  const insert = async (table: string, row: object) => {
    const added = must(
      await client
        .from(table)
        .insert({ user_id, ...row })
        .select()
        .single(),
    );
    return (added as { id: string }).id;
  };
  const note = await insert("workspace_notes", { title: "Diary", content: "<p>Day one</p>" });
  const changes = { is_pinned: true, color: "#1e3045", content: "<p>Day one, later</p>" };
  must(await client.from("workspace_notes").update(changes).eq("id", note));
  const gone = await insert("workspace_notes", { title: "Gone", content: "<p>trash</p>" });
  must(await client.from("workspace_notes").delete().eq("id", gone));
  for (const [title, status] of [
    ["Pack", "todo"],
    ["Ship", "done"],
  ]) {
    await insert("workspace_tasks", { title, status, tags: ["x"], due_date: "2030-01-01" });
  }
  const folder = { name: "Papers", is_folder: true };
  const parent_id = await insert("workspace_files", folder);
  for (const [name, size, parent] of [
    ["résumé — 最終.pdf", 4000, parent_id],
    ["empty.txt", 0, null],
    ["old.bin", 100, null],
  ] as const) {
    const path = await reserve(client, name, size);
    must(await client.storage.from("workspace-files").upload(path, randomBytes(size)));
    const file = { name, is_folder: false, parent_id: parent, storage_object_path: path, size };
    const id = await insert("workspace_files", { ...file, mimetype: "application/pdf" });
    if (name === "old.bin") must(await client.rpc("trash_files", { ids: [id] }));
  }
  await insert("workspace_activity_logs", { event_type: "login", device_info: "A frozen browser" });
  must(await client.functions.invoke("fetch-notion-notes"));
}

/** One pixel of PNG. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** The data of an answer without an error. */
function must<T>({ data, error }: { data: T; error: unknown }): NonNullable<T> {
  if (error) throw error;
  return data as NonNullable<T>;
}
