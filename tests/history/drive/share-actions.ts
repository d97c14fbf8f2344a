import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page, type Response } from "@playwright/test";
import { CONFIG_ID } from "../../../shared/site-config.ts";
import type { OpenedShare, SignedFiles } from "../../../supabase/functions/open-share/contract.ts";
import { pickFrom, type Scene, Skipped } from "../actions/notes-actions.ts";
import { settles } from "../actions/task-actions.ts";
import type { Tab } from "../device.ts";
import type { Part } from "../part.ts";
import { pickFile } from "./drive-actions.ts";
import { digestOf } from "./drive-contents.ts";
import type { Visit } from "./drive-history.ts";
import { choose } from "./drive-page.ts";

/** The URLs of links by hash. */
const urls = new Map<string, string>();

/** Addresses that visitors of each link were given lately, by its hash. */
const addresses = new Map<string, SignedFiles["files"]>();

async function shareFile(scene: Scene): Promise<void> {
  const { tab, page } = scene;
  const file = await pickFile(scene, () => true);
  await choose(page, file, "Share");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const field = dialog.getByLabel("Link", { exact: true });
  await settles(async () => expect(await field.count()).toBe(1));
  if ((await field.count()) === 0) return;
  const url = await field.inputValue();
  const token = url.split("/").at(-1) ?? "";
  const hash = createHash("sha256").update(token).digest("hex");
  urls.set(hash, token);
  tab.device.record({ kind: "linked", tab: tab.name, file: file.id, hash });
  await page.keyboard.press("Escape");
}

/** Revokes all links to a file or folder. */
async function revokeLinks(scene: Scene): Promise<void> {
  const { tab, page, step } = scene;
  const links = tab.device.events.flatMap((event) => (event.kind === "linked" ? [event] : []));
  const { file: id } = pickFrom(links, step.choice, "link");
  const file = await pickFile(scene, (one) => one.id === id);
  await choose(page, file, "Share");
  const dialog = page.getByRole("dialog");
  const buttons = dialog.getByRole("button", { name: /^Revoke the link/ });
  await settles(async () => expect(await buttons.count()).toBeGreaterThan(0));
  if ((await buttons.count()) === 0) {
    await page.keyboard.press("Escape");
    throw new Skipped("no link is shown");
  }
  const from = Date.now();
  tab.decide({ what: "unshare", id }, from);
  for (let left = await buttons.count(); left > 0; ) {
    await buttons.first().click();
    await settles(async () => expect(await buttons.count()).toBeLessThan(left));
    const now = await buttons.count();
    if (now === left) return void (await page.keyboard.press("Escape"));
    left = now;
  }
  // The dialog may have closed for another reason.
  const isShown = (await dialog.getByRole("button", { name: "Create link" }).count()) > 0;
  if (isShown) tab.device.record({ kind: "unlinked", tab: tab.name, file: id, from });
  await page.keyboard.press("Escape");
}

/** Opens a link in a browser without a session, and reads what it serves. */
async function openLink({ tab, step }: Scene): Promise<void> {
  if (tab.device.network.isCut()) throw new Skipped("no network");
  await visit(tab, [pickFrom(linksOf(tab), step.pick, "link")]);
}

/** Opens every link, once everything is at rest. */
export async function openAllLinks(tab: Tab): Promise<void> {
  await visit(tab, linksOf(tab));
}

/** The hashes of all links that were shown so far. */
const linksOf = ({ device }: Tab): string[] =>
  device.events.flatMap((event) => (event.kind === "linked" ? [event.hash] : []));

/** Maximum milliseconds for each step of a visit. */
const VISIT_MS = 5_000;

async function visit(tab: Tab, hashes: readonly string[]): Promise<void> {
  const { device } = tab;
  const browser = device.context.browser();
  if (!browser || hashes.length === 0) return;
  const ids = device.events.flatMap((event) =>
    event.kind === "decision" && event.decision.id ? [event.decision.id] : [],
  );
  const context = await browser.newContext({ reducedMotion: "reduce" });
  context.setDefaultTimeout(VISIT_MS);
  try {
    for (const hash of hashes) {
      const visitor = await context.newPage();
      const visiting = visitLink(visitor, device.network.origin, hash, [...new Set(ids)]);
      // A failed visit, for example while a server is down, proves nothing.
      const seen = await visiting.catch(() => null);
      if (seen) device.record({ kind: "visited", tab: tab.name, ...seen });
      await visitor.close();
    }
  } finally {
    await context.close();
  }
}

/**
 * @param ids of files to request, whether they are shared or not.
 * @returns null when the visit failed.
 */
async function visitLink(
  visitor: Page,
  origin: string,
  hash: string,
  ids: string[],
): Promise<Visit | null> {
  const token = urls.get(hash) ?? "";
  const from = Date.now();
  const opening = visitor.waitForResponse(isCall("open"));
  await Promise.all([opening, visitor.goto(`${origin}/#/share/${token}`)]);
  const opened = await (await opening).json();
  const kept = await stillOpen(origin, addresses.get(hash) ?? []);
  const seen = { hash, from, entries: null, signed: [], served: [], kept };
  const status = (await opening).status();
  if (status === 404) {
    await visitor.getByText("is no longer valid").waitFor();
    return seen;
  }
  if (status !== 200) return null;
  const { entries, root } = opened as OpenedShare;
  const known = entries.find(({ id }) => id === root);
  await expect(visitor.getByRole("heading", { level: 1 })).toHaveText(known?.name ?? "");
  const asked = [...new Set([...ids, ...entries.map(({ id }) => id)])].slice(-100);
  const signed = await sign(visitor, token, asked);
  addresses.set(hash, signed.slice(0, 3));
  const served: Visit["served"][number][] = [];
  const [first] = entries.filter(({ isFolder }) => !isFolder);
  const button = visitor.getByRole("button", { name: /^Download(: |$)/ }).first();
  if (first && (await button.count()) > 0) {
    const [answer, download] = await Promise.all([
      visitor.waitForResponse(isCall("sign")),
      visitor.waitForEvent("download"),
      button.click(),
    ]);
    const { files } = (await answer.json()) as SignedFiles;
    const bytes = await readFile(await download.path());
    const [file] = files;
    if (file) served.push({ id: file.id, size: bytes.length, digest: digestOf(bytes) });
  }
  return {
    ...seen,
    entries: entries.map(({ id, parent, name, size }) => ({ id, parent, name, size })),
    signed: signed.map(({ id }) => id),
    served,
  };
}

const isCall = (action: string) => (response: Response) => {
  if (!response.url().endsWith("/functions/v1/open-share")) return false;
  const body = response.request().postDataJSON();
  return body?.action === action && !body.thumbnails;
};

/** Requests signed URLs like a visitor who knows the ids of other files. */
function sign(visitor: Page, token: string, files: string[]): Promise<SignedFiles["files"]> {
  return visitor.evaluate(
    async ([configId, body]) => {
      const config = JSON.parse(document.getElementById(configId)?.textContent ?? "{}");
      const answer = await fetch("/functions/v1/open-share", {
        method: "POST",
        headers: { apikey: config.publishableKey, "content-type": "application/json" },
        body,
      });
      return answer.ok ? (await answer.json()).files : [];
    },
    [CONFIG_ID, JSON.stringify({ action: "sign", token, files })] as const,
  );
}

/** The files of these addresses that can be downloaded by them now. */
async function stillOpen(origin: string, files: SignedFiles["files"]): Promise<string[]> {
  const open: string[] = [];
  for (const { id, url } of files) {
    const { pathname, search } = new URL(url, origin);
    const headers = { range: "bytes=0-0" };
    const answer = await fetch(`${origin}${pathname}${search}`, { headers });
    await answer.body?.cancel();
    if (answer.ok) open.push(id);
  }
  return open;
}

export const shareActions: Part["actions"] = {
  "share file": shareFile,
  "revoke links": revokeLinks,
  "open link": openLink,
};
