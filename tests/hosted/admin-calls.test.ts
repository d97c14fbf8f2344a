import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import type { KindName, Row } from "../../shared/content/kind.ts";
import * as account from "../../src/account/account-api.ts";
import { listFactors } from "../../src/account/factors/factors-api.ts";
import { getAnalytics } from "../../src/admin/analytics/analytics-api.ts";
import { clearSampleContent, getVisitStatistics } from "../../src/admin/dashboard/dashboard-api.ts";
import {
  resetOrder,
  saveOrder,
  saveVisibility,
} from "../../src/admin/entries/arrange/arrange-api.ts";
import { listEntries, removeEntry, saveEntry } from "../../src/admin/entries/entry-api.ts";
import {
  listTrash,
  listVersions,
  purgeDeleted,
  restoreDeleted,
  restoreVersion,
} from "../../src/admin/entries/history/history-api.ts";
import { getLastImport, importContent, undoImport } from "../../src/admin/import/import-api.ts";
import * as messages from "../../src/admin/inbox/messages-api.ts";
import {
  getStoredCv,
  offerFile,
  removeCv,
} from "../../src/admin/info/cv-download/cv-download-api.ts";
import {
  compareInfoVersion,
  type InfoVersion,
  listInfoVersions,
  restoreInfo,
} from "../../src/admin/info/history/info-versions.ts";
import { getInfo } from "../../src/admin/info/info-api.ts";
import { findMessages } from "../../src/admin/palette/find-messages.ts";
import { publicUrlOf, toStoredAddress } from "../../src/admin/pictures/public-files.ts";
import { saveInfo } from "../../src/admin/shell/info-rows.ts";
import { listSampleContent, readSiteFacts } from "../../src/admin/shell/site-facts-api.ts";
import { countUnreadMessages } from "../../src/admin/shell/unread-query.ts";
import { getWorkspaceUser } from "../../src/admin/shell/workspace-user.ts";
import { listActivity } from "../../src/admin/workspace-user/workspace-user-api.ts";
import { offeredCv } from "../../src/content/cv/cv-file.ts";
import { CV_KEYS } from "../../src/content/portfolio.ts";
import { readPortfolio } from "../../src/content/read-portfolio.ts";
import { TIMELINE_IDS } from "../../src/content/sections.ts";
import type { SaveTarget } from "../../src/forms/entry.ts";
import { recordVisit } from "../../src/landing/after-load/counting.ts";
import { sendMessage } from "../../src/landing/contact/send-message.ts";
import { type ContractTarget, startContractTarget } from "../support/contract-target.ts";
import { signInAs } from "../support/product-session.ts";

const hosted = inject("hosted");
const site = { supabaseUrl: hosted.url, publishableKey: hosted.publishableKey, embedded: false };
const signal = new AbortController().signal;

let target: ContractTarget;
beforeAll(async () => {
  target = await startContractTarget();
  signInAs("admin", target.owner);
});
afterAll(() => target.stop());

describe("what the admin panel calls, on hosted Supabase", () => {
  const timeline = {
    title: "A title",
    organization: "An organization",
    location: null,
    date_range: "2020",
    description: null,
    skills: ["SQL"],
  };

  it.each([
    ["experience", timeline],
    ["education", { ...timeline, organization_link: null }],
    ["projects", { name: "A project", live_link: "https://example.com", image_alt: "A screen" }],
    ["social_links", { name: "A link", url: "https://example.com" }],
    ["skill_categories", { name: "A category" }],
  ] as const)(
    "the admin panel on hosted Supabase saves %s, and refuses saves that started from an older state",
    async (kind, values) => {
      const save = (target: SaveTarget) =>
        saveEntry<KindName>(kind, values as Partial<Row<KindName>>, target, id);
      const id = randomUUID();
      await save(null);
      // Repeats the save, as after a lost response.
      await save(null);
      const [row] = await listEntries<KindName>(kind);
      expect(row).toMatchObject({ id, ...values });
      const found = { id, revision: row?.revision ?? 0 };
      await save(found);
      await expect(save(found)).rejects.toMatchObject({ code: "PT409" });
      // A repeated save is refused once another device has changed the row.
      await expect(save(null)).rejects.toMatchObject({ code: "PT409" });
      if (kind === "experience" || kind === "projects") {
        expect((await readSiteFacts()).counts[kind]).toBe(1);
      }
      await removeEntry(kind, id);
      await expect(removeEntry(kind, id)).rejects.toMatchObject({ code: "gone" });
    },
  );

  it("the admin panel on hosted Supabase lists the account's sessions, sign-ins and authenticator apps, and ends sessions", async () => {
    const { sessions, limits } = await account.listSessions("admin");
    expect(sessions[0]?.is_current).toBe(true);
    expect(limits).toEqual({ idle_days: 30, total_days: 180 });
    const { password } = target.owner;
    await account.endSessions("admin", { password, id: randomUUID() });
    expect((await account.listSessions("admin")).sessions).toEqual(sessions);
    const wrong = account.endSessions("admin", { password: `${password}x`, id: undefined });
    await expect(wrong).rejects.toMatchObject({ code: "current_password_invalid" });
    await account.endSessions("admin", { password, id: undefined });
    expect((await account.listSessions("admin")).sessions).toEqual([sessions[0]]);
    expect(await account.listSignIns("admin")).toContainEqual(
      expect.objectContaining({ outcome: "signed_in", is_current: true }),
    );
    expect(await listFactors("admin")).toEqual([]);
  });

  it("the admin panel on hosted Supabase keeps the sizes of a project's picture, and lists no picture as unused for a week", async () => {
    const bucket = target.owner.client.storage.from("profile-pictures");
    const names = ["400", "800"].map((width) => `projects/${Date.now()}-800x500-${width}.webp`);
    for (const name of names) {
      const options = { contentType: "image/webp", cacheControl: "31536000" };
      expect((await bucket.upload(name, Buffer.from("picture"), options)).error).toBeNull();
    }
    const unused = await target.owner.client.rpc("list_unused_pictures");
    expect(unused).toMatchObject({ data: [], error: null });
    expect((await bucket.remove(names)).data).toHaveLength(2);
  });

  it("the admin panel on hosted Supabase saves categories and skills", async () => {
    const categoryId = randomUUID();
    const rename = (name: string, target: SaveTarget) =>
      saveEntry("skill_categories", { name }, target, categoryId);
    expect(await rename("Databases", null)).toBe(categoryId);
    const again = saveEntry("skill_categories", { name: "Databases" }, null, randomUUID());
    await expect(again).rejects.toMatchObject({ code: "23505" });
    const [category] = await listEntries("skill_categories");
    if (!category) throw new Error("The category is not there.");
    await rename("Storage", category);
    await expect(rename("Late", category)).rejects.toMatchObject({ code: "PT409" });
    const id = randomUUID();
    const values = { name: "SQL", level: 90, category_id: category.id, icon: null };
    await saveEntry("skills", { ...values, visibility: "public" }, null, id);
    expect(await listEntries("skills")).toEqual([
      expect.objectContaining({
        name: "SQL",
        skill_categories: { name: "Storage", position: null },
      }),
    ]);
    await removeEntry("skill_categories", category.id);
    expect((await listEntries("skills"))[0]?.skill_categories).toBeNull();
    await removeEntry("skills", id);
  });

  it("the admin panel on hosted Supabase saves links and the general information", async () => {
    const id = randomUUID();
    const link = {
      name: "Code",
      url: "https://example.com",
      icon_key: null,
      display_order: 1,
      visibility: "draft" as const,
    };
    await saveEntry("social_links", link, null, id);
    expect(await listEntries("social_links")).toEqual([expect.objectContaining({ id, ...link })]);
    await removeEntry("social_links", id);

    const before = await getInfo();
    const name = { value: "Ada Lovelace", revision: before.displayName.revision };
    const saved = await saveInfo({ displayName: name });
    expect((await getInfo()).displayName).toEqual(saved.displayName);
    await expect(saveInfo({ displayName: name })).rejects.toMatchObject({ code: "PT409" });
    await target.service.from("personal_info").delete().eq("key", "displayName");
  });

  it("the admin panel on hosted Supabase puts entries in order, hides them, and restores versions and deleted ones", async () => {
    const list = () => listEntries("projects");
    const remove = (id: string) => removeEntry("projects", id);
    const [one, other] = [randomUUID(), randomUUID()];
    const values = (name: string) => ({ name, live_link: "https://example.com" });
    await saveEntry("projects", values("One"), null, one);
    await saveEntry("projects", values("Other"), null, other);
    const order = { ids: [one, other], was: [null, null], reset: false };
    await saveOrder("projects", order);
    await expect(saveOrder("projects", order)).rejects.toMatchObject({ code: "PT409" });
    const placeOfOne = async () => (await list()).find(({ id }) => id === one)?.position;
    expect(await placeOfOne()).toBe(1);
    await resetOrder("projects", { ...order, reset: true });
    expect(await placeOfOne()).toBeNull();

    await saveVisibility("projects", { id: one, revision: 1, visibility: "draft" });
    const [, added] = await listVersions("projects", one);
    await restoreVersion(added?.id ?? 0, 2);
    expect((await list()).find(({ id }) => id === one)).toMatchObject({ visibility: "public" });
    await remove(one);
    const trash = async () => (await listTrash("projects")).map(({ entry_id }) => entry_id);
    expect(await trash()).toContain(one);
    await restoreDeleted("projects", one);
    await Promise.all([remove(one), remove(other)]);
    await Promise.all([purgeDeleted("projects", one), purgeDeleted("projects", other)]);
    expect(await trash()).not.toContain(other);
  });

  it("the admin panel on hosted Supabase imports a file, and undoes it until an entry changes", async () => {
    const entry = (id: string) => ({ id, revision: null, title: "Imported", visibility: "public" });
    const [one, other] = [randomUUID(), randomUUID()];
    const options = { clearSample: false, signal: new AbortController().signal };
    await importContent({ languages: [entry(one)] }, options);
    const last = await getLastImport();
    expect(last).toMatchObject({ entries: 1, is_unchanged: true });
    expect(await undoImport(last?.id ?? "")).toBe(true);
    expect(await undoImport(last?.id ?? "")).toBe(false);
    expect(await listEntries("languages")).toEqual([]);
    await importContent({ languages: [entry(other)] }, options);
    await removeEntry("languages", other);
    const { id = "", is_unchanged } = (await getLastImport()) ?? {};
    expect(is_unchanged).toBe(false);
    await expect(undoImport(id)).rejects.toMatchObject({ code: "PT409" });
    await Promise.all([one, other].map((id) => purgeDeleted("languages", id)));
  });

  it("the admin panel on hosted Supabase compares and restores versions of the general information", async () => {
    const tagline = (value: string, revision: number | null) =>
      saveInfo({ tagline: { value, revision } });
    const { revision } = (await tagline("First", null)).tagline ?? {};
    await tagline("Second", revision ?? null);
    const [, first] = await listInfoVersions();
    const compared = await compareInfoVersion(first as InfoVersion);
    expect(compared.then.tagline).toBe("First");
    await restoreInfo(["tagline"], compared);
    expect((await getInfo()).tagline.value).toBe("First");
    await expect(restoreInfo(["tagline"], compared)).rejects.toMatchObject({ code: "PT409" });
    await target.service.from("personal_info").delete().eq("key", "tagline");
  });

  it("the admin panel on hosted Supabase offers an uploaded CV, and removes it", async () => {
    const bucket = target.owner.client.storage.from("profile-pictures");
    const path = `public/cv-${Date.now()}.pdf`;
    const pdf = new Blob(["%PDF-1.7\n%%EOF"], { type: "application/pdf" });
    expect((await bucket.upload(path, pdf, { upsert: true })).error).toBeNull();
    const value = toStoredAddress(publicUrlOf(path));
    await saveInfo({ cvFile: { value, revision: null } });
    await offerFile(true, await getStoredCv());
    const { info } = await readPortfolio(fetch, site);
    const download = await fetch(offeredCv(info, "Ada") ?? "");
    expect(download.headers.get("content-type")).toBe("application/pdf");
    expect(download.headers.get("content-disposition")).toMatch(/^attachment;.*Ada(%20| )CV\.pdf/);
    await removeCv(await getStoredCv());
    expect((await fetch(publicUrlOf(path))).ok).toBe(false);
    await target.service
      .from("personal_info")
      .delete()
      .in("key", [...CV_KEYS]);
  });

  it("the admin panel on hosted Supabase reads, searches, marks, exports and removes messages", async () => {
    await emptyInbox();
    await sendMessage(site, message("first", "a needle in it"), "");
    const more = ["second", "third", "fourth"].map((name) => message(name, "hay only"));
    expect((await target.service.from("messages").insert(more)).error).toBeNull();
    const all = await messages.listMessages("", { edge: null, most: 10 }, signal);
    expect(all).toHaveLength(4);
    const [newest] = all;
    if (!newest) throw new Error("There is no message.");
    const older = await messages.listMessages(
      "",
      { edge: { cursor_time: newest.created_at, cursor_id: newest.id }, most: 2 },
      signal,
    );
    expect(older).toHaveLength(2);
    const [found] = await messages.listMessages("needle", { edge: null, most: 10 }, signal);
    expect(found?.name).toBe("first");
    expect(await findMessages("needle", signal)).toHaveLength(1);
    expect(await messages.countFound("hay")).toBe(3);
    expect(await messages.getMessage(found?.id ?? "", signal)).toMatchObject({ is_read: false });

    const some = { kind: "some", ids: all.slice(0, 2).map(({ id }) => id) } as const;
    const hay = { kind: "found", search: "hay", until: newest.created_at, except: [] } as const;
    expect(await messages.changeMessages({ set: some, to: "read" })).toEqual({ count: 2 });
    expect(await countUnreadMessages()).toBe(2);
    expect((await messages.changeMessages({ set: hay, to: "unread" })).count).toBeGreaterThan(0);
    expect(await messages.changeMessages({ set: some, to: "replied" })).toEqual({ count: 2 });
    expect((await messages.changeMessages({ set: hay, to: "not replied" })).count).toBeGreaterThan(
      0,
    );
    for (const [set, count] of [
      [some, 2],
      [hay, 3],
    ] as const) {
      const parts = [];
      for await (const part of messages.readMessages(set, signal)) parts.push(...part);
      expect(parts).toHaveLength(count);
    }
    expect(await messages.changeMessages({ set: some, to: "deleted" })).toEqual({ count: 2 });
    const everything = { ...hay, search: "" };
    const { count, trashedAt = "" } = await messages.changeMessages({
      set: everything,
      to: "deleted",
    });
    expect([count, await messages.countAll()]).toEqual([2, 0]);

    expect(await messages.restoreMessages({ trashedAt })).toBe(2);
    expect(await messages.restoreMessages({ ids: some.ids })).toBe(2);
    await expect(messages.restoreMessages({ trashedAt })).rejects.toThrow("no longer in the trash");
    expect(await messages.countAll()).toBe(4);
    await messages.changeMessages({ set: everything, to: "deleted" });
    const trashed = await messages.listTrashed();
    expect(trashed).toHaveLength(4);
    await messages.purgeMessage(trashed[0]?.id ?? "");
    await expect(messages.purgeMessage(trashed[0]?.id ?? "")).rejects.toThrow("no longer");
    await messages.emptyTrash(trashed[0]?.trashed_at ?? "");
    expect(await messages.listTrashed()).toEqual([]);
  });

  it("the admin panel on hosted Supabase counts visits, in known and unknown time zones", async () => {
    const before = (await getVisitStatistics("Europe/Berlin")).daily;
    await recordVisit(site, "");
    expect((await getVisitStatistics("Europe/Berlin")).daily, "by a program").toBe(before);
    const send = fetch;
    const sending = vi.spyOn(globalThis, "fetch").mockImplementation((address, init) => {
      const headers = new Headers(init?.headers);
      headers.set("user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0");
      return send(address, { ...init, headers });
    });
    await recordVisit(site, "");
    sending.mockRestore();
    expect((await getVisitStatistics("Europe/Berlin")).daily).toBe(before + 1);
    expect((await getVisitStatistics("Mars/Olympus")).daily).toBe(before + 1);
  });

  it("the admin panel on hosted Supabase shows the analytics of a year", async () => {
    const { days } = await getAnalytics(365);
    expect(days).toHaveLength(365);
    expect(days.at(-1)?.bots).toBeGreaterThan(0);
  });

  it("the admin panel on hosted Supabase finds no sample content, and clearing it succeeds anyway", async () => {
    expect((await listSampleContent()).size).toBe(0);
    expect(await clearSampleContent()).toBe(0);
  });

  it("the admin panel on hosted Supabase shows the workspace user and their activity", async () => {
    expect(await getWorkspaceUser()).toBeNull();
    expect(await listActivity(target.workspace.id, 0)).toEqual({ entries: [], count: 0 });
    expect(await listActivity(target.workspace.id, 9)).toEqual({ entries: [], count: 0 });
  });

  it("a visitor of a site on hosted Supabase reads the whole portfolio", async () => {
    const portfolio = await readPortfolio(fetch, site);
    expect(Object.keys(portfolio).sort()).toEqual(
      ["info", "links", "projects", "skills", ...TIMELINE_IDS].sort(),
    );
  });
});

describe("what the inbox calls, on hosted Supabase", () => {
  it("the inbox on hosted Supabase filters messages by mark, and hides those of spam senders", async () => {
    await emptyInbox();
    const sent = (name: string) => ({ ...message(name, "text"), email: `${name}@x.example` });
    expect((await target.service.from("messages").insert([sent("a"), sent("b")])).error).toBeNull();
    const [first] = await messages.listMessages("", { edge: null, most: 10 }, signal);
    if (!first) throw new Error("There is no message.");
    const one = { kind: "some", ids: [first.id] } as const;
    await messages.changeMessages({ set: one, to: "replied" });
    expect(await messages.countFound("is:unread")).toBe(1);
    expect(await messages.countFound("is:replied text")).toBe(1);

    const marked = await messages.changeMessages({ set: one, to: "spam" });
    expect(marked.count).toBe(1);
    await sendMessage(site, sent(first.name), "");
    expect(await messages.countAll()).toBe(1);
    expect(await messages.listTrashed()).toEqual([]);
    const spam = await messages.listTrashed(true);
    expect(spam.map(({ email }) => email)).toEqual([first.email, first.email]);
    expect(await messages.listSpamSenders()).toMatchObject([{ email: first.email }]);
    expect(await messages.restoreMessages({ spamAt: marked.trashedAt ?? "" })).toBe(2);
    await expect(messages.restoreMessages({ spamAt: marked.trashedAt ?? "" })).rejects.toThrow(
      "no longer in Spam",
    );
    await messages.changeMessages({ set: one, to: "spam" });
    await messages.emptyTrash("9999-01-01", true);
    expect(await messages.restoreMessages({ sender: first.email })).toBe(0);
    expect(await messages.listSpamSenders()).toEqual([]);
  });

  it("the inbox on hosted Supabase keeps a message whose trap was filled, with its reason, and restores it", async () => {
    await emptyInbox();
    const filled = message("first", "by autofill");
    await sendMessage(site, filled, "https://ada.example");
    expect(await messages.countAll()).toBe(0);
    expect(await messages.countSuspected()).toBe(1);
    expect(await messages.listTrashed(true)).toMatchObject([
      { id: filled.id, spam_reason: "trap" },
    ]);
    expect(await messages.restoreMessages({ ids: [filled.id] })).toBe(1);
    expect(await messages.countAll()).toBe(1);
  });
});

/** The test files share one project, and may run in any order. */
async function emptyInbox(): Promise<void> {
  for (const table of ["messages", "trashed_messages"] as const) {
    expect((await target.service.from(table).delete().not("id", "is", null)).error).toBeNull();
  }
}

const message = (name: string, text: string) => ({
  id: randomUUID(),
  name,
  email: "visitor@example.test",
  subject: "Hello",
  message: text,
  is_read: false,
});
