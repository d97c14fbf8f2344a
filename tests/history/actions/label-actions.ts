import { expect } from "@playwright/test";
import type { Tab } from "../device.ts";
import { answering } from "../fault.ts";
import type { PageState } from "../page-state.ts";
import type { Part } from "../part.ts";
import { goTo, look, mayClose, openNote, pickFrom, type Scene, Skipped } from "./notes-actions.ts";

/** Labels are separate tokens, such as `l7s12z`, which occur in several notes. */
const labelOf = (token: string) => token.replace("k", "l");

const labelsIn = (text: string): string[] => text.match(/l\d+s\d+z/g) ?? [];

async function addLabel(scene: Scene): Promise<void> {
  const { tab, page, step, token } = scene;
  const { id } = await openNote(scene, step.choice % 2 === 0);
  const { editor, cards } = await look(tab);
  if (!editor) throw new Skipped("the editor has closed");
  const known = [...new Set(cards.flatMap(({ labels }) => labels.flatMap(labelsIn)))];
  const others = known.filter((one) => !editor.labels.includes(one)).sort();
  const isKnown = step.pick % 3 === 0 && others.length > 0;
  const label = isKnown ? pickFrom(others, step.choice, "label") : labelOf(token);
  tab.device.record({ kind: "label added", tab: tab.name, note: id, label });
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Add a label" }).click();
  await page.keyboard.insertText(label);
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: `Remove label ${label}`, exact: true }).waitFor();
  const mine = pending.get(page) ?? [];
  pending.set(page, [...mine, { note: id, label, isKept: false }]);
  await mayClose(scene);
}

async function removeLabel(scene: Scene): Promise<void> {
  const { tab, page, step } = scene;
  const { id } = await openNote(scene, false, ({ labels }) => labels.length > 0);
  const { editor } = await look(tab);
  const label = pickFrom(editor?.labels ?? [], step.choice, "label");
  tab.device.record({ kind: "label removed", tab: tab.name, note: id, label });
  const button = page.getByRole("button", { name: `Remove label ${label}`, exact: true });
  await button.press("Enter");
  await button.waitFor({ state: "detached" });
  const mine = pending.get(page) ?? [];
  pending.set(
    page,
    mine.filter((one) => one.note !== id || one.label !== label),
  );
  await mayClose(scene);
}

/** Renames a label, merges it with another one, or removes it from all notes. */
async function renameLabel(scene: Scene): Promise<void> {
  const { tab, page, step, token } = scene;
  await goTo(scene, "notes");
  await page.getByRole("button", { name: "Labels", exact: true }).click();
  await page.getByRole("menuitem", { name: "Edit labels..." }).click();
  const dialog = page.getByRole("dialog", { name: "Edit labels" });
  await dialog.waitFor();
  const names = (await dialog.getByRole("listitem").getByRole("textbox").all()).map((field) =>
    field.inputValue(),
  );
  const labels = (await Promise.all(names)).sort();
  const label = pickFrom(labels, step.pick, "label");
  const others = labels.filter((one) => one !== label);
  const how = step.choice % 4;
  const name = how === 0 ? "" : how === 1 ? labelOf(token) : others[step.choice % others.length];
  if (name === undefined) throw new Skipped("no other label");
  tab.device.record({ kind: "label renamed", tab: tab.name, label, name });
  if (name === "")
    await dialog.getByRole("button", { name: `Remove ${label}`, exact: true }).click();
  else {
    const field = dialog.getByRole("textbox", { name: `Name of ${label}`, exact: true });
    await field.fill(name);
    await field.press("Enter");
  }
  // The notification reports a missing response.
  await dialog
    .getByRole("textbox", { name: `Name of ${label}`, exact: true })
    .waitFor({ state: "detached", timeout: 1_500 })
    .catch(() => {});
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
}

/** Labels that each page has added, unless a later event covers them. */
const pending = new WeakMap<object, { note: string; label: string; isKept: boolean }[]>();

/** Records labels that the interface calls saved, or stored on the device. */
function seeLabels(tab: Tab, { screen, state, editor, cards }: PageState): void {
  const mine = (tab.page && pending.get(tab.page)) ?? [];
  if (mine.length === 0 || (screen !== "notes" && screen !== "archive")) return;
  const isSaved = state === null && (!editor || editor.state === "Saved");
  const isKept = state === "Offline, kept on this device";
  const left = mine.filter((one) => {
    const { note, label } = one;
    const card = cards.find(({ id }) => id === note);
    if (!card?.labels.includes(label)) return true;
    if (isKept && !one.isKept) {
      one.isKept = true;
      tab.device.record({ kind: "label kept", tab: tab.name, note, label });
    }
    if (isSaved) tab.device.record({ kind: "label saved", tab: tab.name, note, label });
    return !isSaved;
  });
  if (tab.page) pending.set(tab.page, left);
}

export const labels: Part = {
  actions: { "add label": addLabel, "remove label": removeLabel, "rename label": renameLabel },
  seen: seeLabels,
  async prepare({ sql, id, token }) {
    const [one, two] = [labelOf(token()), labelOf(token())];
    for (const labels of [[one], [one, two]]) {
      const note = {
        user_id: id,
        title: `Labeled ${token()}`,
        content: `<p>${token()}</p>`,
        labels,
      };
      await sql`insert into workspace_notes ${sql(note)}`;
    }
  },
  faults: [
    {
      name: "labels-as-a-whole",
      what: "a change stores the list that the tab has read first, with its own labels",
      script: answering(`
        if (!url.includes("/workspace_notes")) return send(input, init);
        const first = (window.firstLabels ??= {});
        const latest = (window.latestLabels ??= {});
        const patch = init.method === "PATCH" ? JSON.parse(init.body) : {};
        const [, id] = /[?&]id=eq\\.([0-9a-f-]+)/.exec(url) ?? [];
        if (patch.labels && first[id]) {
          const isKept = (label) => first[id].includes(label) || !latest[id].includes(label);
          patch.labels = patch.labels.filter(isKept);
          init = { ...init, body: JSON.stringify(patch) };
        }
        const answer = await send(input, init);
        const rows = answer.ok ? await answer.clone().json().catch(() => []) : [];
        for (const { id, labels } of [rows].flat()) {
          if (!labels) continue;
          first[id] ??= labels;
          latest[id] = labels;
        }
        return answer;`),
    },
    {
      name: "rename-skips-notes",
      what: "a label is renamed in one note only",
      plant: `
        create function history.fault() returns trigger language plpgsql as $$
        begin
          if old.labels <> new.labels and current_setting('history.renamed', true) = pg_current_xact_id()::text
            and current_user = 'postgres' then new.labels := old.labels; end if;
          if current_user = 'postgres' then
            perform set_config('history.renamed', pg_current_xact_id()::text, true);
          end if;
          return new;
        end $$;
        create trigger zy_fault before update of labels on public.workspace_notes
          for each row execute function history.fault();`,
      remove: "drop function history.fault cascade",
    },
    {
      name: "labels-acknowledged-early",
      what: "a change of labels alone is answered, but not stored every third time",
      script: answering(`
        const isSave = init.method === "PATCH" && url.includes("/workspace_notes");
        const patch = isSave ? JSON.parse(init.body) : {};
        if (!patch.labels || (window.labelSaves = (window.labelSaves ?? 0) + 1) % 3 !== 0)
          return send(input, init);
        const { labels, ...others } = patch;
        return send(input, { ...init, body: JSON.stringify({ ...others, is_pinned: false }) })
          .then(async (answer) => {
            const rows = await answer.clone().json();
            for (const row of [rows].flat()) row.labels = labels;
            return new Response(JSON.stringify(rows), answer);
          });`),
    },
  ],
};
