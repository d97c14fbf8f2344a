import { strToU8, zipSync } from "fflate";
import { answering, trigger } from "../fault.ts";
import type { Card } from "../page-state.ts";
import type { Part } from "../part.ts";
import { tokenOf } from "../schedule.ts";
import { deleteNote, goTo, replaceText, type Scene, Skipped } from "./notes-actions.ts";
import { pictureOf } from "./picture-actions.ts";

/** A zip of Markdown notes, determined by the seed and the number. */
async function zipOf(seed: number, number: number) {
  const token = (part: number) => tokenOf(seed, 8000 + 10 * number + part);
  const [title, text, picture, item] = [1, 2, 3, 4].map(token) as [string, string, string, string];
  const date = "2024-05-06T07:08:09Z";
  const label = tokenOf(seed, 8000).replace("k", "l");
  const files = {
    // This note is in every zip of the seed.
    "shared.md": strToU8(`---\ndate: ${date}\n---\n# Import ${tokenOf(seed, 8009)}\n`),
    "a/text.md": strToU8(
      `---\ntitle: Import ${title}\ntags: [${label}]\ndate: ${date}\n---\n${text}\n`,
    ),
    "a/list.md": strToU8(
      `---\ntitle: Import ${item}\ndate: ${date}\n---\n- [ ] ${token(5)}\n\n![${picture}](${picture}.png)\n`,
    ),
    [`a/${picture}.png`]: await pictureOf(picture),
  };
  const notes = [tokenOf(seed, 8009), title, item];
  return {
    notes,
    tokens: [...notes, text, picture, token(5)],
    file: {
      name: `notes-${number}.zip`,
      mimeType: "application/zip",
      buffer: Buffer.from(zipSync(files, { mtime: date })),
    },
  };
}

/** Imports one of the seed's two zips, so that devices import the same ones. */
async function importNotes(scene: Scene): Promise<void> {
  const { tab, page, step, token } = scene;
  const seed = Number(/k(\d+)s/.exec(token)?.[1]);
  const { file, notes, tokens } = await zipOf(seed, step.pick % 3 === 0 ? 2 : 1);
  await goTo(scene, "notes");
  await page.evaluate(() => {
    location.hash = "#/workspace/notes?import";
  });
  await page.getByLabel("Files with notes").setInputFiles(file);
  const counts = page.getByText(/\d+ to add, \d+ already here/);
  await counts.waitFor();
  const button = page.getByRole("button", { name: /^Import \d+ Notes?$/ });
  const isNew = await button.isEnabled();
  if (isNew) {
    tab.decide({ what: "import", about: tokens, imports: tokens });
    await button.click();
    // The import may be complete before it can be canceled.
    const cancel = page.getByRole("button", { name: "Cancel" });
    if (step.choice % 4 === 0) await cancel.click({ timeout: 500 }).catch(() => {});
  } else if (/in your trash/.test((await page.getByRole("main").textContent()) ?? ""))
    throw new Skipped("the missing notes are in the trash");
  const ends = /notes? (was|were) imported|Everything in this file|import stopped|Canceled|failed/;
  await page.getByText(ends).first().waitFor();
  const text = (await page.getByRole("main").textContent()) ?? "";
  if (!/notes? (was|were) imported\.|Everything in this file/.test(text))
    throw new Skipped("the import has failed");
  tab.device.record({ kind: "imported", tab: tab.name, notes });
  if (/imported\./.test(text)) for (const one of tokens) tab.saved(one);
}

/** Makes the review consider every note new. */
const KNOWS_NONE = `
  if (!/_notes\\?select=id&user_id=.*order=id/.test(url)) return send(input, init);
  return new Response("[]", {
    headers: { "content-type": "application/json", "content-range": "*/0" },
  });`;

const isImported = ({ title }: Card) => title.startsWith("Import ");

export const imports: Part = {
  actions: {
    "import notes": importNotes,
    "replace imported text": (scene) => replaceText(scene, isImported),
    "delete imported note": (scene) => deleteNote(scene, isImported),
  },
  faults: [
    {
      name: "random-import-ids",
      what: "imported notes have random ids",
      script: answering(`
        if (!url.includes("/rpc/import_notes")) return send(input, init);
        const { notes } = JSON.parse(init.body);
        const renamed = notes.map((note) => ({ ...note, id: crypto.randomUUID() }));
        return send(input, { ...init, body: JSON.stringify({ notes: renamed }) });`),
    },
    {
      name: "import-called-complete",
      what: "every second part of an import is called imported, but was never sent",
      script: answering(`
        if (!url.includes("/rpc/import_notes")) return send(input, init);
        const count = Number(localStorage.getItem("imports") ?? 0);
        localStorage.setItem("imports", String(count + 1));
        if (count % 2 === 1) return send(input, init);
        const { notes } = JSON.parse(init.body);
        return new Response(JSON.stringify(notes.length), {
          headers: { "content-type": "application/json" },
        });`),
    },
    {
      name: "import-overwrites",
      what: "a repeated import stores the text of the file again",
      script: answering(KNOWS_NONE),
      ...trigger(
        "workspace_notes",
        "before insert",
        `update public.workspace_notes set title = new.title, content = new.content where id = new.id;
        if found then return null; end if;
        return new;`,
      ),
    },
    {
      name: "import-restores",
      what: "a repeated import brings notes back from the trash",
      script: answering(`
        if (url.includes("/rpc/import_notes")) {
          const ids = JSON.parse(init.body).notes.map(({ id }) => id);
          const answer = await send(input, init);
          const restore = url.replace("import_notes", "restore_notes");
          await send(restore, { ...init, body: JSON.stringify({ ids }) });
          return answer;
        }
        ${KNOWS_NONE}`),
    },
  ],
};
