import type { Locator } from "@playwright/test";
import { goTo, leave, patienceOf, type Scene } from "./actions/notes-actions.ts";
import { answering } from "./fault.ts";
import { lookAgain } from "./fault-actions.ts";
import type { Part } from "./part.ts";

/**
 * The dashboard shows at most eight notes, four of them pinned; if there are more, notes are not
 * compared.
 */
function linesOf(notes: readonly { id: string; pinned: boolean }[]): string[] {
  if (notes.length > 8 || notes.filter(({ pinned }) => pinned).length > 4) return [];
  return notes.map(({ id }) => `dashboard: note ${id}`);
}

async function openDashboard(scene: Scene): Promise<Locator> {
  const { page } = scene;
  await leave(scene);
  await page.evaluate(() => {
    location.hash = "#/workspace";
  });
  const notes = page.getByRole("region", { name: "Notes", exact: true });
  await notes.waitFor({ timeout: patienceOf(scene) });
  return notes;
}

/** The dashboard, which reads notes separately from the notes already loaded in the tab. */
export const dashboard: Part = {
  actions: { "open dashboard": async (scene) => void (await openDashboard(scene)) },
  async stored(sql, userId) {
    const notes = await sql<{ id: string; pinned: boolean }[]>`
      select id, is_pinned as pinned from workspace_notes
      where user_id = ${userId} and not is_archived`;
    return linesOf(notes);
  },
  async shown(scene) {
    const known = linesOf((await goTo(scene, "notes")).cards);
    const notes = await openDashboard(scene);
    await lookAgain(scene);
    const links = await notes.getByRole("link", { includeHidden: true }).all();
    const paths = await Promise.all(links.map((link) => link.getAttribute("href")));
    const ids = paths.flatMap((path) => /note=([^&]+)/.exec(path ?? "")?.[1] ?? []);
    return known.length > 0 ? ids.map((id) => `dashboard: note ${id}`) : [];
  },
  faults: [
    {
      name: "stale-dashboard",
      what: "the dashboard is answered from the first copy",
      script: answering(`
        if (!url.includes("/rpc/workspace_overview")) return send(input, init);
        window.overview ??= send(input, init);
        return (await window.overview).clone();`),
    },
  ],
};
