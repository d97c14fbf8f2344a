import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { logActivity } from "../../src/auth/log-activity.ts";
import { getOverview } from "../../src/workspace/dashboard/overview-api.ts";
import * as contents from "../../src/workspace/files/contents-api.ts";
import type { DriveFile } from "../../src/workspace/files/file.ts";
import * as driveWrites from "../../src/workspace/files/file-writes-api.ts";
import * as drive from "../../src/workspace/files/files-api.ts";
import * as links from "../../src/workspace/files/sharing/change-links.ts";
import * as sharing from "../../src/workspace/files/sharing/sharing-api.ts";
import * as versions from "../../src/workspace/files/versions-api.ts";
import * as notes from "../../src/workspace/notes/notes-api.ts";
import * as transfer from "../../src/workspace/notes/transfer/transfer-api.ts";
import { createPictureAddresses } from "../../src/workspace/pictures/picture-addresses.ts";
import { BEFORE_ALL, withChanges } from "../../src/workspace/shell/changes.ts";
import type { TaskChange } from "../../src/workspace/tasks/task-changes.ts";
import type { TaskColumns } from "../../src/workspace/tasks/task-schema.ts";
import * as board from "../../src/workspace/tasks/tasks-api.ts";
import { type ContractTarget, startContractTarget } from "../support/contract-target.ts";
import { signInAs } from "../support/product-session.ts";

let target: ContractTarget;
let userId: string;
beforeAll(async () => {
  // Browser APIs that the modules need.
  vi.stubGlobal("navigator", { onLine: true, userAgent: "A browser" });
  target = await startContractTarget();
  signInAs("workspace", target.workspace);
  userId = target.workspace.id;
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await target.stop();
});

describe("what the workspace calls, on hosted Supabase", () => {
  it("the workspace on hosted Supabase saves tasks and their order", async () => {
    const task = (title: string) => ({
      title,
      description: null,
      status: "todo" as const,
      priority: "medium" as const,
      due_date: null,
      remind_at: null,
      tags: ["home"],
      recurrence: null,
      recurrence_from: "due" as const,
      recurrence_zone: null,
    });
    const [one, two, three] = [randomUUID(), randomUUID(), randomUUID()];
    const send = (change: TaskChange, id: string = randomUUID()) =>
      board.sendChange({ id, at: 0, change });
    const add = (id: string, columns: TaskColumns) =>
      send({ kind: "add", task: { ...columns, id } }, id);
    for (const [index, id] of [one, two, three].entries()) await add(id, task(`task ${index}`));
    const refresh = async () => {
      const all = await board.listTaskChanges(BEFORE_ALL);
      const tasks = withChanges({ rows: [], upTo: BEFORE_ALL }, all).rows;
      return tasks.toSorted((a, b) => a.order - b.order);
    };
    const before = await refresh();
    expect(before.map(({ id }) => id)).toEqual([one, two, three]);
    const move = { kind: "move", was: "todo", after: null, before: null } as const;
    await send({ ...move, id: three, status: "todo", before: one });
    await send({ ...move, id: one, status: "done" });
    // Another device has not read that yet.
    const late = send({ ...move, id: one, status: "inprogress" });
    await expect(late).rejects.toMatchObject({ code: "PT409" });
    // A response was lost.
    await add(one, task("task 0"));
    const after = await refresh();
    expect(after.find(({ id }) => id === one)).toMatchObject({ status: "done", order: 0 });
    const inTodo = after.filter(({ status }) => status === "todo").map(({ id }) => id);
    expect(inTodo).toEqual([three, two]);

    const [stored] = after.filter(({ id }) => id === two);
    if (!stored) throw new Error("The task is not there.");
    await board.saveTask(task("renamed"), stored, stored);
    const later = board.saveTask(task("late"), stored, stored);
    await expect(later).rejects.toMatchObject({ code: "PT409" });
    await expect(board.removeTask(stored)).rejects.toMatchObject({ code: "PT409" });
    const renamed = { ...stored, revision: stored.revision + 1 };
    const removed = await board.removeTask(renamed);
    expect(removed?.title).toBe("renamed");
    expect(await board.removeTask(renamed)).toBeNull();
    if (removed) await board.restoreTask(removed);
    expect(await refresh()).toHaveLength(3);

    await send({ kind: "archive", ids: [one, two] });
    expect(await board.listArchivedTasks(userId)).toMatchObject([{ id: one, tags: ["home"] }]);
    expect(await refresh()).toHaveLength(2);
    expect(await board.restoreArchivedTasks([one])).toBe(1);
    await expect(board.restoreArchivedTasks([one])).rejects.toThrow("no longer in the archive");
    expect((await refresh()).find(({ id }) => id === one)).toMatchObject({ status: "done" });
    const weekly = {
      ...task("weekly"),
      // A Monday after every run of this test, so that no next task is due today or tomorrow.
      due_date: "2126-01-07T00:00:00Z",
      recurrence: "FREQ=WEEKLY",
    };
    const repeated = randomUUID();
    await add(repeated, weekly);
    await send({ ...move, id: repeated, status: "done" });
    const nextOnes = (await refresh()).filter(
      (one) => one.title === "weekly" && one.status === "todo",
    );
    expect(nextOnes.map(({ due_date }) => new Date(due_date ?? "").getUTCDay())).toEqual([1]);
    await send({ kind: "archive", ids: [one] });
    await board.deleteArchivedTask(one);
    expect(await board.listArchivedTasks(userId)).toEqual([]);
  });

  it("the workspace on hosted Supabase saves notes, and refuses saves that started from an older state", async () => {
    const backend = notes.createNoteBackend(userId);
    const reader = notes.createNoteReader(userId);
    const [id, long] = [randomUUID(), randomUUID()];
    const made = await backend.create(id, {
      title: "First",
      content: "<p>text</p>",
      labels: ["Home", "to do, soon"],
    });
    await backend.create(long, { title: "Long", content: `<p>${"hay ".repeat(9000)}needle</p>` });
    expect(await backend.create(id, {})).toBeNull();
    let saved = await backend.save(id, made?.revision ?? 0, { content: "<p>other</p>" });
    expect(saved).toMatchObject({ id, content: "<p>other</p>" });
    expect(await backend.save(id, made?.revision ?? 0, { content: "<p>late</p>" })).toBeNull();
    expect(saved?.labels).toEqual(["Home", "to do, soon"]);
    const file = randomUUID();
    const shown = { content: `<img data-file="${file}" alt="">` };
    const withPicture = await backend.save(id, saved?.revision ?? 0, shown);
    const used = target.workspace.client.from("note_files").select("note_id,file_id,unused_since");
    expect((await used).data).toEqual([{ note_id: id, file_id: file, unused_since: null }]);
    const other = { content: "<p>other</p>" };
    saved = await backend.save(id, withPicture?.revision ?? 0, other);
    expect(await backend.get(id)).toEqual(saved);
    expect(await backend.get(randomUUID())).toBeNull();

    const listed = await reader.list(false, 1);
    expect(listed).toHaveLength(1);
    const [whole] = await reader.listFull([long]);
    expect(whole?.content).toContain("needle");
    const signal = new AbortController().signal;
    expect(await reader.searchLong("needle")).toEqual([long]);
    const [row] = await reader.search("needle");
    expect(row).toEqual(listed.find((note) => note.id === long) ?? row);
    expect(row).toMatchObject({ id: long, title: "Long", is_cut: true });
    expect(await reader.search("NEEDLE other")).toEqual([]);
    const changed = await reader.changes(0, 1000);
    expect([changed.notes.length, changed.count]).toEqual([2, 2]);
    expect(changed.notes).toEqual(expect.arrayContaining(listed));

    expect(await backend.remove(id, made?.revision ?? 0)).toBe(false);
    expect(await backend.remove(id, saved?.revision ?? 0)).toBe(true);
    expect(await backend.get(id)).toBeNull();
    expect(await notes.listTrashedNotes(userId, signal)).toEqual([
      expect.objectContaining({ id, title: "First" }),
    ]);
    expect(await notes.renameLabel(userId, "Home", "Garden")).toBe(1);
    expect(await notes.renameLabel(userId, "Home", "Garden")).toBe(0);
    const [last] = changed.notes.map(({ change_number }) => change_number).slice(-1);
    const later = await reader.changes(last ?? 0, 1000);
    expect(later).toMatchObject({ notes: [], deleted: [{ id }], count: 1 });
    const restored = await backend.restore(id);
    expect(restored).toMatchObject({
      content: "<p>other</p>",
      labels: ["Garden", "to do, soon"],
    });
    expect(await backend.remove(id, restored?.revision ?? 0)).toBe(true);
    expect(await backend.remove(long, whole?.revision ?? 0)).toBe(true);
    await notes.deleteTrashedNote(userId, id);
    expect(await notes.listTrashedNotes(userId, signal)).toHaveLength(1);
    await notes.emptyTrash(userId);
    expect(await notes.listTrashedNotes(userId, signal)).toEqual([]);
  });

  it("the workspace on hosted Supabase imports notes with their times, and reads them all for an export", async () => {
    const { signal } = new AbortController();
    const noteOf = (title: string, values = {}) => ({
      id: randomUUID(),
      title,
      content: `<p>${title}</p>`,
      color: "#452121",
      is_pinned: true,
      is_archived: false,
      is_trashed: false,
      labels: ["to do, soon"],
      remind_at: "2027-01-02T03:04:05+00:00",
      updated_at: "2019-03-04T05:06:07.123456+00:00",
      ...values,
    });
    const added = [
      noteOf("one"),
      noteOf("archived", { is_archived: true }),
      noteOf("trashed", { is_trashed: true }),
    ];
    expect(await transfer.addNotes(userId, added, signal)).toBe(3);
    expect(await transfer.addNotes(userId, added, signal)).toBe(0);
    const [stored, trashed] = await transfer.listNoteIds(userId, signal);
    expect(added.map(({ id }) => [stored.has(id), trashed.has(id)])).toEqual(
      added.map(({ is_trashed }) => [!is_trashed, is_trashed]),
    );
    const read: object[] = [];
    for (const table of transfer.TABLES) {
      expect(await transfer.countNotes(userId, table, signal)).toBeGreaterThan(0);
      for await (const part of transfer.readNotes(userId, table, signal)) read.push(...part);
    }
    expect(read).toEqual(expect.arrayContaining(added));
    const ids = added.map(({ id }) => id);
    expect(await transfer.restoreNotes(userId, ids, signal)).toBe(1);
    const [restored] = await transfer.listNoteIds(userId, signal);
    expect(ids.filter((id) => !restored.has(id))).toEqual([]);
  });

  it("the workspace on hosted Supabase saves files and folders", async () => {
    const folderId = await driveWrites.openFolder(userId, null, "Reports");
    expect(await driveWrites.openFolder(userId, null, "Reports")).toBe(folderId);
    // After a lost response, another device has renamed the folder.
    await driveWrites.createFolder(userId, { id: folderId, parentId: null, name: "Drafts" });
    const bytes = randomBytes(2000);
    const id = await upload("résumé — 最終.txt", folderId, bytes);
    const [listed] = await drive.listFiles(folderId);
    expect(listed).toMatchObject({ id, name: "résumé — 最終.txt", size: 2000 });
    const path = listed?.storage_object_path ?? "";
    expect(await drive.hasEntry(path)).toBe(true);
    const { rows: folders, upTo } = await drive.readFolders();
    expect(folders).toMatchObject([{ id: folderId, name: "Reports", parent_id: null }]);
    expect(await drive.listFileChanges(upTo)).toMatchObject({ changes: [], upTo, isMore: false });
    expect(await drive.searchFiles("sum")).toEqual([
      expect.objectContaining({ id, folder_names: ["Reports"] }),
    ]);
    expect((await drive.listSubtree([folderId])).map((file) => file.id)).toEqual([folderId, id]);
    expect(await drive.countItems([folderId])).toEqual(new Map([[folderId, 1]]));
    expect(await drive.getUsage()).toMatchObject({ used: 2000 });
    const { usage, files, tasks, notion } = await getOverview();
    expect(usage).toEqual(await drive.getUsage());
    expect(files).toEqual([expect.objectContaining({ id, name: listed?.name, size: 2000 })]);
    expect([tasks, notion]).toEqual([[], []]);

    const shown = await fetch(await contents.signContent(path));
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes);
    const pictures = createPictureAddresses(true);
    const [picture, none] = await Promise.all([pictures(id), pictures(randomUUID())]);
    expect(Buffer.from(await (await fetch(picture ?? "")).arrayBuffer())).toEqual(bytes);
    expect(none).toBeNull();
    const part = await contents.fetchContent(path, new AbortController().signal, [10, 19]);
    expect([part.status, await part.text()]).toEqual([206, bytes.toString("utf8", 10, 20)]);

    await driveWrites.starFiles([id, folderId], true);
    await driveWrites.starFiles([folderId], false);
    expect(await drive.listStarred(userId)).toEqual([expect.objectContaining({ id })]);
    expect(await drive.listRecent(userId)).toEqual([expect.objectContaining({ id })]);
    const [starred] = await drive.searchFiles("sum");
    expect(starred?.starred_at).toEqual(expect.any(String));

    await driveWrites.renameFile(id, "final.txt");
    await driveWrites.moveFiles([id], null, false);
    const other = await upload("final.txt", folderId, bytes);
    await expect(driveWrites.moveFiles([other], null, false)).rejects.toMatchObject({
      code: "23505",
    });
    await driveWrites.moveFiles([other], null, true);
    const names = (await drive.listFiles(null)).map(({ name }) => name);
    expect(names).toEqual(["Reports", "final (1).txt", "final.txt"]);
  });

  it("the workspace on hosted Supabase shows the project's limits, and refuses a larger file before it is sent", async () => {
    const limits = async (quota: number, file_limit: number) => {
      const set = await target.service.rpc("set_drive_limits", { quota, file_limit });
      expect(set.error).toBeNull();
    };
    await limits(2 ** 30, 50 * 2 ** 20);
    expect(await drive.getUsage()).toMatchObject({ quota: 2 ** 30, file_limit: 50 * 2 ** 20 });
    await expect(reserve("film.mp4", 60 * 2 ** 20, null)).rejects.toMatchObject({
      message: "Larger than this project allows: 60.00 MB, at most 50.00 MB per file.",
    });
    await limits(10 * 2 ** 30, 5 * 2 ** 30);
  });

  it("the workspace on hosted Supabase makes, lists, changes and revokes links", async () => {
    const [folder] = (await drive.readFolders()).rows;
    const details = { label: "", title: "", note: "", sorting: "name", allowsDownload: false };
    const share = { ...details, fileId: folder?.id ?? "", days: 7, password: "" };
    const receives = { maxFiles: 2, maxBytes: 100 };
    const tokens = [
      await links.createShare({ ...share, receives: null }),
      await links.createShare({ ...share, password: "a good password", receives }),
    ];
    expect(new Set(tokens).size).toBe(2);
    const listed = await sharing.listShares();
    expect(listed).toEqual([
      expect.objectContaining({ name: "Reports", hasPassword: true, ...receives }),
      expect.objectContaining({ name: "Reports", hasPassword: false, allowsDownload: false }),
    ]);
    const [first] = listed;
    const draft = { ...details, label: "for Ana", days: 30, password: null };
    await links.changeShare({ id: first?.id ?? "", draft });
    const [changed] = await sharing.listShares();
    expect(changed).toMatchObject({ id: first?.id, label: "for Ana", hasPassword: false });
    expect(tokens).not.toContain(await links.renewShare(first?.id ?? ""));
    for (const { id } of listed) await links.revokeShare(id);
    expect(await sharing.listShares()).toEqual([]);
    expect(await sharing.listReceived()).toEqual([]);
    await sharing.seeReceived();
  });

  it("the workspace on hosted Supabase moves items to the trash, and leaves no bytes behind", async () => {
    const [folder, ...files] = (await drive.listFiles(null)).map(({ id }) => id);
    if (!folder) throw new Error("The folder is not there.");
    await driveWrites.moveFiles(files, folder, false);
    await driveWrites.trashFiles([folder]);
    expect((await drive.listTrash(userId)).map(({ id }) => id)).toEqual([folder]);
    await driveWrites.restoreFiles([folder]);
    expect(await drive.listFiles(folder)).toHaveLength(2);
    await driveWrites.removeFiles(files.slice(0, 1));
    await driveWrites.trashFiles([folder]);
    await driveWrites.emptyTrash();
    expect(await drive.listFiles(null)).toEqual([]);
    expect(await drive.getUsage()).toMatchObject({ used: 0 });
    await expectNoObjects();
  });

  it("the workspace on hosted Supabase stores thumbnails, and saves texts with their versions until space is needed", async () => {
    const folderId = await driveWrites.openFolder(userId, null, "Pictures");
    const id = await upload("a.txt", folderId, Buffer.from("one"));
    const read = async () => (await drive.listFiles(folderId))[0] as DriveFile;
    const first = await read();
    const content = first.storage_object_path ?? "";
    const thumbnail = await store("thumbnail.webp", folderId, Buffer.from("small"));
    expect(await versions.saveThumbnails([{ id, content, thumbnail }])).toEqual([thumbnail]);
    expect(await versions.saveThumbnails([{ id, content: "other", thumbnail }])).toEqual([""]);
    expect((await read()).thumbnail_path).toBe(thumbnail);

    const next = await store("a.txt", folderId, Buffer.from("second"));
    const modified_at = "2019-05-04T10:20:30+00:00";
    const replacing = { storage_object_path: next, size: 6, mimetype: "text/plain", modified_at };
    await versions.replaceContent(id, replacing, content);
    await expect(versions.replaceContent(id, replacing, content)).rejects.toMatchObject({
      code: "PT409",
    });
    expect(await read()).toMatchObject({ storage_object_path: next, thumbnail_path: null });
    expect((await read()).updated_at).toBe(modified_at);
    const [version] = await versions.listVersions(id);
    expect(version).toMatchObject({ storage_object_path: content, size: 3 });
    expect(await drive.hasEntry(content)).toBe(true);
    expect(await drive.getUsage()).toMatchObject({ used: 9 });
    await versions.replaceContent(
      id,
      { storage_object_path: content, size: 3, mimetype: null, modified_at: null },
      next,
    );
    expect(await versions.listVersions(id)).toMatchObject([
      { storage_object_path: next, modified_at },
    ]);

    const limit = (quota: number) =>
      target.service.rpc("set_drive_limits", { quota, file_limit: 5 * 2 ** 30 });
    await limit(10);
    await contents.releaseUpload(await reserve("b.txt", 5, folderId));
    expect(await versions.listVersions(id)).toEqual([]);
    await expect(reserve("c.txt", 8, folderId)).rejects.toMatchObject({ code: "PT413" });
    await limit(10 * 2 ** 30);
    await driveWrites.removeFiles([folderId]);
    expect(await drive.getUsage()).toMatchObject({ used: 0 });
  });

  it("the workspace on hosted Supabase reserves space for an upload, and releases it", async () => {
    const path = await reserve("large.bin", 5000, null);
    expect(await contents.extendUpload(path)).toBe(true);
    await contents.releaseUpload(path);
    expect(await contents.extendUpload(path)).toBe(false);
  });

  it("the workspace on hosted Supabase logs logins and logouts", async () => {
    await logActivity(userId, "login");
    const logs = target.owner.client.from("workspace_activity_logs").select("event_type");
    expect((await logs.eq("user_id", userId)).data).toEqual([{ event_type: "login" }]);
  });

  async function reserve(name: string, size: number, folderId: string | null): Promise<string> {
    const [path = ""] = await contents.reserveUploads([{ name, size, folderId }]);
    return path;
  }

  async function store(name: string, parentId: string, bytes: Buffer): Promise<string> {
    const path = await reserve(name, bytes.length, parentId);
    const bucket = target.workspace.client.storage.from(contents.BUCKET);
    expect((await bucket.upload(path, bytes, { contentType: "text/plain" })).error).toBeNull();
    return path;
  }

  async function upload(name: string, parentId: string, bytes: Buffer): Promise<string> {
    const path = await store(name, parentId, bytes);
    const id = randomUUID();
    const stored = { storage_object_path: path, size: bytes.length, mimetype: "text/plain" };
    const content = { ...stored, modified_at: null };
    await driveWrites.createFiles(userId, [{ id, parentId, name, content }]);
    return id;
  }

  async function expectNoObjects() {
    const bucket = target.service.storage.from(contents.BUCKET);
    const { data } = await bucket.list(`${userId}/root`);
    expect(data).toEqual([]);
  }
});
