import { randomBytes, randomUUID } from "node:crypto";
import type { SupabaseClient } from "@supabase/supabase-js";
import { cleanUp, reserve } from "../drive-client.ts";
import { createBrowser } from "../fakes/push-service.ts";
import { insert, must, PIXEL } from "./steps.ts";
import type { GivenLinks } from "./visitor-steps.ts";

/** Later than the time at which any frozen site is opened, so that nothing is sent. */
const REMIND_AT = "2100-01-04T08:00:00Z";

const INBOX_PASSWORD = "left under the mat";

/** @returns the links that were created. */
export async function workInWorkspace(client: SupabaseClient): Promise<GivenLinks> {
  await writeNotes(client);
  await planTasks(client);
  const { shared, inbox } = await fillDrive(client);
  const activity = { event_type: "login", device_info: "A frozen browser" };
  await insert(client, "workspace_activity_logs", await own(client, activity));
  must(await client.functions.invoke("fetch-notion-notes"));
  await allowPushes(client);
  const [password, year] = [INBOX_PASSWORD, { days: 365 }];
  const receives = { password, max_files: 10, max_bytes: 1_000_000 };
  return {
    share: must(await client.rpc("create_share", { file: shared, ...year })),
    inbox: {
      token: must(await client.rpc("create_share", { file: inbox, ...year, ...receives })),
      password,
    },
    calendar: must(await client.rpc("create_calendar_feed")),
  };
}

async function writeNotes(client: SupabaseClient): Promise<void> {
  const add = async (note: object) => insert(client, "workspace_notes", await own(client, note));
  const pictures = await addFolder(client, "Note pictures");
  const picture = await addFile(client, "sled.png", PIXEL, { parent_id: pictures });
  await addThumbnail(client, picture);
  const note = await add({ title: "Diary", content: "<p>Day one</p>" });
  const changes = {
    is_pinned: true,
    color: "#1e3045",
    content: `<img data-file="${picture.id}" alt="sled.png" width="1" height="1"><p>Day one, later</p>`,
    labels: ["travel", "日記"],
    remind_at: REMIND_AT,
  };
  must(await client.from("workspace_notes").update(changes).eq("id", note));
  const gone = await add({ title: "Gone", content: "<p>trash</p>" });
  must(await client.from("workspace_notes").delete().eq("id", gone));
  const shredded = await add({ title: "Shredded" });
  must(await client.from("workspace_notes").delete().eq("id", shredded));
  must(await client.from("trashed_notes").delete().eq("id", shredded));
}

async function planTasks(client: SupabaseClient): Promise<void> {
  const add = async (task: object) =>
    insert(client, "workspace_tasks", await own(client, { due_date: "2100-01-01", ...task }));
  await add({ title: "Pack", tags: ["x"], remind_at: REMIND_AT });
  await add({ title: "Ship", tags: ["x"], status: "done" });
  const archived = await add({ title: "Book", status: "done" });
  const change = { kind: "archive", ids: [archived] };
  must(await client.rpc("change_tasks", { change_id: randomUUID(), change }));
  const repeated = await add({
    title: "Water the plants",
    recurrence: "FREQ=WEEKLY;BYDAY=MO,TH",
    recurrence_from: "due",
    recurrence_zone: "Europe/Stockholm",
    remind_at: REMIND_AT,
  });
  // Completing the task adds the next one.
  const done = { status: "done", order: -1, revision: 1 };
  must(await client.from("workspace_tasks").update(done).eq("id", repeated));
}

/** @returns the ids of the folders for the links. */
async function fillDrive(client: SupabaseClient): Promise<{ shared: string; inbox: string }> {
  const shared = await addFolder(client, "Papers");
  const paper = await addFile(client, "résumé — 最終.pdf", randomBytes(3000), {
    parent_id: shared,
    mimetype: "application/pdf",
    modified_at: "2020-02-29T12:00:00Z",
  });
  const content = randomBytes(4000);
  const replaced = { storage_object_path: await store(client, "résumé.pdf", content), size: 4000 };
  const starred = { starred_at: new Date().toISOString() };
  for (const changes of [replaced, starred]) {
    must(await client.from("workspace_files").update(changes).eq("id", paper.id));
  }
  await addFile(client, "empty.txt", Buffer.alloc(0), { mimetype: "text/plain" });
  const old = await addFile(client, "old.bin", randomBytes(100));
  must(await client.rpc("trash_files", { ids: [old.id] }));
  const deleted = await addFile(client, "deleted.bin", randomBytes(100));
  must(await client.rpc("delete_files", { ids: [deleted.id] }));
  await cleanUp(client);
  return { shared, inbox: await addFolder(client, "Inbox") };
}

/** Adds the subscription of a browser; no push is sent to it. */
async function allowPushes(client: SupabaseClient): Promise<void> {
  must(await client.functions.invoke("reminders", { body: { action: "key" } }));
  const { subscription } = createBrowser("https://push.example.test/send/frozen");
  const row = { ...subscription, session_id: randomUUID() };
  must(await client.from("push_subscriptions").upsert(row));
}

interface StoredFile {
  id: string;
  path: string;
}

async function addFolder(client: SupabaseClient, name: string): Promise<string> {
  return insert(client, "workspace_files", await own(client, { name, is_folder: true }));
}

async function addFile(
  client: SupabaseClient,
  name: string,
  content: Buffer,
  more: object = {},
): Promise<StoredFile> {
  const path = await store(client, name, content);
  const file = { name, is_folder: false, storage_object_path: path, size: content.length };
  const id = await insert(client, "workspace_files", await own(client, { ...file, ...more }));
  return { id, path };
}

async function addThumbnail(client: SupabaseClient, { id, path }: StoredFile): Promise<void> {
  const thumbnail = await store(client, "thumbnail.webp", PIXEL);
  const thumbnails = [{ id, content: path, thumbnail }];
  must(await client.rpc("save_thumbnails", { thumbnails }));
}

/** @returns the path of the stored bytes. */
async function store(client: SupabaseClient, name: string, content: Buffer): Promise<string> {
  const path = await reserve(client, name, content.length);
  must(await client.storage.from("workspace-files").upload(path, content));
  return path;
}

/** Adds the owner's id to the row. */
async function own(client: SupabaseClient, row: object): Promise<object> {
  return { user_id: (await client.auth.getSession()).data.session?.user.id, ...row };
}
