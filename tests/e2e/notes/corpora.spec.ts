import { expect, type Locator } from "@playwright/test";
import { NOTES, noteText, storedTexts } from "../../support/pages/notes-screen.ts";
import { test } from "../fixtures.ts";

test.use({ siteName: "workspace", sampleContent: "off" });

const BATCH = 90;

test("no vector runs on a note's card, in its editor, or once pasted and saved", async ({
  workspace,
  context,
  corpora,
  page,
  site,
  watch,
}) => {
  test.setTimeout(180_000);
  // The CSP reports blocked handlers, styles and the like while the sanitizer parses them.
  watch.expectProblem(/^policy: (\S+ blocked inline|base-uri)/);
  watch.expectProblem(/^console error: .* Content Security Policy/);
  const executed: string[] = [];
  await context.exposeBinding("reportExecution", (_source, what: string) => executed.push(what));
  await context.addInitScript(() => {
    const { reportExecution } = window as unknown as { reportExecution(what: string): void };
    for (const name of ["alert", "confirm", "prompt", "print"] as const) {
      Object.assign(window, { [name]: () => reportExecution(name) });
    }
  });
  const vectors = [...corpora.html, ...corpora.text].map((vector) => vector.replaceAll("\0", ""));
  const user = await workspace.open("/workspace");
  await page.setViewportSize({ width: 1440, height: 7_000 });
  for (let first = 0; first < vectors.length; first += BATCH) {
    const batch = vectors.slice(first, first + BATCH);
    await site.sql`delete from workspace_notes`;
    await site.sql`insert into workspace_notes (user_id, title, content)
      select ${user}::uuid, left(word, 1000), word from unnest(${batch}::text[]) word`;
    await page.goto("/");
    await page.goto(`/#${NOTES}`);
    await expect(page.getByRole("article")).toHaveCount(batch.length);
    expect(await unsafeIn(page.locator("article .rich"))).toEqual([]);

    // A vector can swallow everything after it, so the paste is repeated in reverse order.
    const mark = `Batch ${first} ends here`;
    const [row] = await site.sql<{ id: string }[]>`insert into workspace_notes (user_id, content)
      values (${user}, ${`${batch.join("\n<hr>\n")}<p>${mark}</p>`}) returning id`;
    await page.goto("/");
    await page.goto(`/#${NOTES}?note=${row?.id}`);
    await expect(noteText(page)).toBeVisible();
    expect(await unsafeIn(noteText(page))).toEqual([]);
    await site.sql`delete from workspace_notes where id <> ${row?.id as string}`;
    await noteText(page).evaluate(
      (editor, pasted) => {
        getSelection()?.selectAllChildren(editor);
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/html", pasted);
        editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
      },
      `<p>${mark}</p>${[...batch].reverse().join("\n")}`,
    );
    await page.getByRole("dialog").getByPlaceholder("Title").fill(mark);
    await expect(page.getByRole("dialog").getByText("Saved")).toBeVisible();
    expect(await unsafeIn(noteText(page))).toEqual([]);
    const [saved = ""] = await storedTexts(site);
    expect(saved).not.toMatch(/<[^>]*\s(?:on\w+|srcdoc|src|style=(?!"text-align))/i);
    expect(saved).not.toMatch(/<(?:script|svg|math|iframe|img|form|object|embed)\b/i);
  }
  expect(executed).toEqual([]);
});

/** Attributes that rich text may not have. */
async function unsafeIn(fields: Locator): Promise<string[]> {
  // A checklist's checkbox, and the editor's own element beside the caret.
  const ours = "input[type=checkbox],img.ProseMirror-separator";
  return fields.evaluateAll(
    (list, ours) =>
      list.flatMap((field) =>
        [...field.querySelectorAll<HTMLAnchorElement>(`:not(${ours})`)].flatMap((node) =>
          [...node.attributes]
            .filter(({ name, value }) => {
              if (name === "href") return !/^(https?|mailto):/i.test(value);
              if (name === "style") return !/^text-align:\s*\w+;?$/.test(value);
              // DOMPurify cannot remove this attribute and empties it instead.
              if (name === "is") return value !== "";
              // Links on a card open in a new tab without an opener.
              if (name === "target") return value !== "_blank" || !/noopener/.test(node.rel);
              const own = ["rel", "data-checked", "data-type", "class", "contenteditable"];
              return !own.includes(name);
            })
            .map(({ name, value }) => `${node.tagName} ${name}=${value}`),
        ),
      ),
    ours,
  );
}
