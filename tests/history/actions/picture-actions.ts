import { createHash } from "node:crypto";
import { expect } from "@playwright/test";
import sharp from "sharp";
import { picturesIn } from "../checks/picture-checks.ts";
import type { Pictures } from "../note-events.ts";
import type { Card } from "../page-state.ts";
import type { Part, PartEnd } from "../part.ts";
import { readRows } from "../recorder.ts";
import { tokensIn } from "../schedule.ts";
import {
  confirmTyped,
  deleteNote,
  look,
  mayClose,
  noteField,
  openNote,
  type Scene,
  Skipped,
} from "./notes-actions.ts";

/** A small picture that is unique to the token. */
export function pictureOf(token: string): Promise<Buffer> {
  const pixels = createHash("sha512").update(token).digest().subarray(0, 48);
  return sharp(pixels, { raw: { width: 4, height: 4, channels: 3 } })
    .png()
    .toBuffer();
}

async function addPicture(scene: Scene): Promise<void> {
  const { tab, page, step, token } = scene;
  const { id } = await openNote(scene, step.choice % 2 === 0);
  const name = `${token}.png`;
  const buffer = await pictureOf(token);
  tab.device.record({ kind: "picture", tab: tab.name, note: id, token });
  await noteField(page).press("Control+End");
  if (step.pick % 2 === 0) {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Add pictures" }).click();
    await (await chooser).setFiles({ name, mimeType: "image/png", buffer });
  } else {
    await noteField(page).evaluate(
      (field, { text, name }) => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const clipboardData = new DataTransfer();
        clipboardData.items.add(new File([bytes], name, { type: "image/png" }));
        const options = { bubbles: true, cancelable: true, clipboardData };
        field.dispatchEvent(new ClipboardEvent("paste", options));
      },
      { text: buffer.toString("base64"), name },
    );
  }
  await expect(async () => {
    const { editor } = await look(tab);
    expect(tokensIn(editor?.pictures ?? "")).toContain(token);
  })
    .toPass({ timeout: 2_000, intervals: [10, 20, 50] })
    .catch(() => {});
  await confirmTyped(scene);
  await mayClose(scene);
}

const hasPicture = ({ pictures }: Card) => tokensIn(pictures).length > 0;

/** Selects a picture and deletes it. */
async function removePicture(scene: Scene): Promise<void> {
  const { tab, page, step } = scene;
  await openNote(scene, false, hasPicture);
  const boxes = noteField(page).locator(".picture");
  const box = boxes.nth(step.choice % Math.max(await boxes.count(), 1));
  const token = await box.evaluate((one) => one.querySelector("img")?.alt ?? one.textContent ?? "");
  if (tokensIn(token).length === 0) throw new Skipped("a picture is not shown yet");
  await box.click();
  tab.decide({ what: "replace", removes: tokensIn(token) });
  await page.keyboard.press("Delete");
  tab.pending.delete(token);
  await mayClose(scene);
}

/** Runs in the page: the names of pictures that are not in the drive yet. */
async function unsentPictures(): Promise<string[]> {
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name === "foyer-note-pictures")) return [];
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("foyer-note-pictures");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const asked = database.transaction("pictures").objectStore("pictures").getAll();
  await new Promise((resolve) => {
    asked.onsuccess = resolve;
  });
  database.close();
  return asked.result.map(({ name }) => `The picture ${name} is not sent.`);
}

/** Reads all pictures that notes contain at the end, like the service. */
async function readPictures({ world, userId }: PartEnd): Promise<{ pictures: Pictures }> {
  const { sql, ports, keys } = world;
  const { secretKey } = await keys();
  const contents = await sql<{ content: string }[]>`
    select content from workspace_notes where user_id = ${userId}
    union all select content from trashed_notes where user_id = ${userId}`;
  const named = contents.flatMap(({ content }) => picturesIn(content));
  const problems: Record<string, "missing" | "other bytes"> = {};
  for (const { file, token } of named) {
    const [row] = await sql<{ path: string }[]>`
      select storage_object_path as path from workspace_files where id = ${file}`;
    const answer = row
      ? await fetch(`http://127.0.0.1:${ports[0]}/storage/v1/object/workspace-files/${row.path}`, {
          headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
        })
      : null;
    if (!row) problems[file] = "missing";
    else if (!answer?.ok || !Buffer.from(await answer.arrayBuffer()).equals(await pictureOf(token)))
      problems[file] = "other bytes";
  }
  const files = await readRows<Pictures["files"][number]>(sql, userId, "files");
  const uses = await readRows<Pictures["uses"][number]>(sql, userId, "picture uses");
  return { pictures: { files, uses, problems } };
}

export const pictures: Part = {
  actions: {
    "add picture": addPicture,
    "remove picture": removePicture,
    "delete note with picture": (scene) => deleteNote(scene, hasPicture),
  },
  async rest({ page }) {
    const [unsent = ""] = await page.evaluate(unsentPictures);
    // Without this event, the upload would be retried half a minute after the network failure.
    if (unsent) await page.evaluate(() => void dispatchEvent(new Event("online")));
    return unsent;
  },
  queues: (page) => page.evaluate(unsentPictures),
  finish: readPictures,
  faults: [
    {
      name: "picture-before-its-bytes",
      what: "a note is saved with a picture that the device does not have yet",
      script: `{
        const put = IDBObjectStore.prototype.put;
        IDBObjectStore.prototype.put = function (...values) {
          if (this.transaction.db.name !== "foyer-note-pictures") return put.apply(this, values);
          return this.get("nothing");
        };
      }`,
    },
    {
      name: "damaged-picture",
      what: "a picture arrives with another last byte",
      script: `{
        const send = XMLHttpRequest.prototype.send;
        XMLHttpRequest.prototype.send = function (body) {
          if (!(body instanceof Blob)) return send.call(this, body);
          return send.call(this, new Blob([body.slice(0, -1), "x"], { type: body.type }));
        };
      }`,
    },
    {
      name: "uses-not-listed",
      what: "the list of the pictures in use is not kept",
      plant: "alter table public.workspace_notes disable trigger list_note_files",
      remove: "alter table public.workspace_notes enable trigger list_note_files",
    },
    {
      name: "sweep-forgets-the-trash",
      what: "the sweep takes the pictures of notes that are in the trash",
      plant: `
        alter function private.sweep_note_pictures() rename to sweep_note_pictures_as_it_is;
        create function private.sweep_note_pictures() returns void
        language sql security definer set search_path = '' as $$
          update public.workspace_files as files set trashed_at = now()
          from public.workspace_files as folder
          where folder.id = files.parent_id and folder.name = 'Note pictures'
            and files.trashed_at is null and not exists (
              select from public.workspace_notes as notes
              where strpos(notes.content, files.id::text) > 0
            )
        $$;
        revoke execute on function private.sweep_note_pictures() from public;
        grant execute on function private.sweep_note_pictures() to authenticated, service_role;`,
      remove: `
        drop function private.sweep_note_pictures();
        alter function private.sweep_note_pictures_as_it_is() rename to sweep_note_pictures;`,
    },
  ],
};
