import { expect } from "@playwright/test";
import { test } from "../fixtures.ts";

test.use({ siteName: "corpora" });

const BATCH = 90;

test("no vector runs on the served page, before or after hydration", async ({
  landing,
  page,
  site,
  context,
  corpora,
}) => {
  test.setTimeout(180_000);
  const { sql } = site;
  const vectors = [...corpora.html, ...corpora.text].map((vector) => vector.replaceAll("\0", ""));
  await context.exposeBinding("reportExecution", (_source, what: string) => executed.push(what));
  const executed: string[] = [];
  await context.addInitScript(() => {
    const { reportExecution } = window as unknown as { reportExecution(what: string): void };
    for (const name of ["alert", "confirm", "prompt", "print"] as const) {
      Object.assign(window, { [name]: () => reportExecution(name) });
    }
  });
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (let first = 0; first < vectors.length; first += BATCH) {
    const batch = vectors.slice(first, first + BATCH);
    const mark = `Batch ${first} ends here`;
    const joined = `${batch.join("\n<hr>\n")}<p>${mark}</p>`;
    const info = {
      // A vector can swallow everything after it, so the other field has the vectors in reverse
      // order.
      bio: joined,
      personalStatement: [...batch].reverse().join("\n"),
      displayName: batch[0] ?? "",
      tagline: batch[1] ?? "",
      location: `${batch[2] ?? ""} ${mark}`,
    };
    await sql.begin(async (tx) => {
      for (const [key, value] of Object.entries(info)) {
        await tx`update public.personal_info set value = ${value} where key = ${key}`;
      }
      await tx`delete from public.experience`;
      await tx`insert into public.experience (title, organization, description)
        select left(coalesce(nullif(word, ''), '-'), 300), left(coalesce(nullif(word, ''), '-'), 300), left(word, 20000)
        from unnest(${batch}::text[]) as word`;
    });
    await expect.poll(async () => (await page.request.get("/")).text()).toContain(mark);
    await landing.open();
    await expect(landing.section("Professional Experience").getByRole("listitem")).toHaveCount(
      batch.length,
    );
    const unsafe = await page.locator(".rich").evaluateAll((fields) =>
      fields.flatMap((field) =>
        [...field.querySelectorAll("*")].flatMap((node) =>
          [...node.attributes]
            .filter(({ name, value }) => {
              if (name === "href") return !/^(https?|mailto):/i.test(value);
              return name !== "rel" && !(name === "style" && /^text-align:\s*\w+;?$/.test(value));
            })
            .map(({ name, value }) => `${node.tagName} ${name}=${value}`),
        ),
      ),
    );
    expect(unsafe).toEqual([]);
  }
  expect(executed).toEqual([]);
});
