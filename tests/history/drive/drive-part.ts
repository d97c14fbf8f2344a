import { readFile, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { Sql } from "../../../server/database/connect.ts";
import { silentLog } from "../../../server/log/log.ts";
import { findBlobs } from "../../../server/storage/blobs/open-blobs.ts";
import { sweepStorage } from "../../../server/storage/sweep.ts";
import { CONFIG_ID } from "../../../shared/site-config.ts";
import { formatSize } from "../../../src/lib/file-size.ts";
import type { Scene } from "../actions/notes-actions.ts";
import type { NewUser, Part, PartEnd } from "../part.ts";
import { readRows } from "../recorder.ts";
import { tokensIn } from "../schedule.ts";
import type { World } from "../world.ts";
import { driveActions } from "./drive-actions.ts";
import { describeContent, digestOf, textWith } from "./drive-contents.ts";
import { DRIVE_FAULTS } from "./drive-faults.ts";
import type { Content, DriveEnd, DriveVersion } from "./drive-history.ts";
import { goToDrive, isFolder, ownFiles, type ShownFile, TRASH } from "./drive-page.ts";
import { openAllLinks, shareActions } from "./share-actions.ts";
import { finishUploads, recordUploads, uploadActions } from "./upload-actions.ts";

export const drivePart: Part = {
  actions: { ...uploadActions, ...driveActions, ...shareActions },
  faults: DRIVE_FAULTS,
  prepare: addFiles,
  look: recordUploads,
  rest: async (scene) => ((await finishUploads(scene)) ? "" : "an upload is under way"),
  queues: listUnfinished,
  stored: listStored,
  shown: listShown,
  finish: async (end) => ({ drive: await readDriveHistory(end) }),
};

/** Adds a folder, and a text file in it and beside it, like the browser. */
async function addFiles({ request, token, id }: NewUser): Promise<void> {
  const folder = crypto.randomUUID();
  const add = (row: object) => request("POST", "/rest/v1/workspace_files", { ...row, user_id: id });
  await add({ id: folder, name: token(), is_folder: true });
  for (const parent_id of [null, folder]) {
    const name = token();
    const text = textWith([name]);
    const file = { name: `${name}.txt`, size: text.length };
    const [path] = (await request("POST", "/rest/v1/rpc/reserve_uploads", {
      files: [{ ...file, folder: parent_id }],
    })) as string[];
    await request("POST", `/storage/v1/object/workspace-files/${path}`, text);
    await add({ ...file, parent_id, storage_object_path: path, mimetype: "text/plain" });
  }
}

/** Large uploads that remain on a device. */
async function listUnfinished(page: Page): Promise<string[]> {
  const names = await page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === "foyer-uploads")) return [];
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open("foyer-uploads");
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const asked = database.transaction("uploads").objectStore("uploads").getAll();
    await new Promise((resolve) => {
      asked.onsuccess = resolve;
    });
    database.close();
    return asked.result.map(({ name }) => String(name));
  });
  return names.map((name) => `An upload of ${name} is left.`);
}

/** The root, the trash, and the schedule's folders, item by item. */
async function listStored(sql: Sql, userId: string): Promise<string[]> {
  const rows = await sql<
    { id: string; name: string; is_folder: boolean; size: string | null; place: string | null }[]
  >`
    select files.id, files.name, files.is_folder, files.size,
      case when files.trashed_at is not null then ${TRASH}
        when files.parent_id is null then '' else folders.name end as place
    from workspace_files as files
    left join workspace_files as folders on folders.id = files.parent_id
    where files.user_id = ${userId} and files.trashed_with is null
      and (files.trashed_at is not null or files.parent_id is null or folders.trashed_at is null)`;
  return rows
    .filter(({ place }) => place === "" || place === TRASH || tokensIn(place ?? "").length > 0)
    .map(({ id, name, is_folder, size, place }) =>
      lineOf(place ?? "", { id, name }, is_folder ? "" : formatSize(Number(size))),
    );
}

async function listShown(scene: Scene): Promise<string[]> {
  const root = (await goToDrive(scene)).files;
  const trash = (await goToDrive(scene, TRASH)).files;
  const lines = (place: string, files: readonly ShownFile[]) =>
    files.map((file) => {
      // A label ends with the size and the file's marks.
      const label = file.label.replace(/(, starred)?(, shared)?$/, "");
      const size = label.split(", ").at(-1) ?? "";
      return lineOf(place, file, isFolder(file) ? "" : size);
    });
  const all = [...lines("", root), ...lines(TRASH, trash)];
  for (const folder of ownFiles(root).filter(isFolder)) {
    all.push(...lines(folder.name, (await goToDrive(scene, folder.id)).files));
  }
  return all;
}

const lineOf = (place: string, { id, name }: Pick<ShownFile, "id" | "name">, size: string) =>
  `file ${id} ${place || "root"} ${name} ${size}`.trim();

async function readDriveHistory({ world, devices, userId, first }: PartEnd) {
  const tab = devices[0]?.tabs[0];
  if (!tab?.page) throw new Error("No tab is left that could ask how much space is used.");
  await openAllLinks(tab);
  await passADay(world, userId);
  const blobs = await findBlobs({ dataDir: world.dataDir });
  await sweepStorage({ sql: world.sql, blobs, log: silentLog });
  const versions = await readRows<DriveVersion>(
    world.sql,
    userId,
    "files",
    "file versions",
    "objects",
    "links",
  );
  const contents = first.map((token): Content => describeContent(textWith([token])));
  return { versions, first: contents, end: await readEnd(world, userId, await askUsed(tab.page)) };
}

/** Makes reservations, partial uploads and bytes without a row old enough for the sweep. */
async function passADay({ sql, dataDir }: World, userId: string): Promise<void> {
  await sql`update private.pending_blobs set due_at = now() - interval '1 minute'
    where user_id = ${userId}`;
  await sql`update private.incoming_uploads set expires_at = now() - interval '1 minute'
    where user_id = ${userId}`;
  await sql`update storage.objects set created_at = created_at - interval '2 days'
    where bucket_id = 'workspace-files'`;
  const blobs = await findBlobs({ dataDir });
  const old = new Date(Date.now() - 2 * 86_400_000);
  for await (const { id } of blobs.list()) await utimes(fileOf(dataDir, id), old, old);
  for await (const { id } of blobs.uploads.list()) {
    for (const ending of ["", ".json"]) {
      const file = join(dataDir, "blobs", "uploads", `${id}${ending}`);
      await utimes(file, old, old).catch(() => {});
    }
  }
}

/** Requests the used space like the drive. */
function askUsed(page: Page): Promise<number> {
  return page.evaluate(async (configId) => {
    const config = JSON.parse(document.getElementById(configId)?.textContent ?? "{}");
    const session = JSON.parse(localStorage.getItem("foyer-workspace") ?? "{}");
    const headers = {
      apikey: config.publishableKey,
      authorization: `Bearer ${session.access_token}`,
    };
    const answer = await fetch("/rest/v1/rpc/drive_usage", { method: "POST", headers });
    const [{ used }] = await answer.json();
    return Number(used);
  }, CONFIG_ID);
}

async function readEnd({ sql, dataDir }: World, userId: string, used: number): Promise<DriveEnd> {
  const objects = await sql<{ path: string; size: string; blob: string }[]>`
    select name as path, metadata ->> 'size' as size, version as blob from storage.objects
    where bucket_id = 'workspace-files' and starts_with(name, ${userId})`;
  const reserved = await sql<{ path: string }[]>`
    select path from private.pending_blobs where user_id = ${userId}
    union all select path from private.incoming_uploads where user_id = ${userId}`;
  const others = await sql<{ blob: string }[]>`
    select version as blob from storage.objects
    where bucket_id <> 'workspace-files' or not starts_with(name, ${userId})`;
  const foreign = new Set(others.map(({ blob }) => blob));
  const store = await findBlobs({ dataDir });
  const blobs: DriveEnd["blobs"][number][] = [];
  for await (const { id } of store.list()) {
    if (foreign.has(id)) continue;
    const bytes = await readFile(fileOf(dataDir, id));
    blobs.push({ id, size: bytes.length, digest: digestOf(bytes) });
  }
  const left = reserved.map(({ path }) => `A reservation of ${path} is left.`);
  for await (const { id } of store.uploads.list()) left.push(`The partial upload ${id} is left.`);
  return {
    used,
    objects: objects.map((object) => ({ ...object, size: Number(object.size) })),
    blobs,
    left,
  };
}

const fileOf = (dataDir: string, blob: string) => join(dataDir, "blobs", blob.slice(0, 2), blob);
