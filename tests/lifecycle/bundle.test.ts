import { readdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { startBuiltServer } from "../support/sites/built-server.ts";
import { preparedDataDir } from "../support/sites/prepared-data-dir.ts";

const client = resolve(import.meta.dirname, "../../dist/client");

/**
 * Every file that visitors can fetch, as text. Images are included, because any of them could
 * contain a secret.
 */
async function publicFiles(): Promise<{ file: string; text: string }[]> {
  const entries = await readdir(client, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      return { file: file.slice(client.length), text: await readFile(file, "latin1") };
    }),
  );
}

test("neither the built files nor the page contain a secret", async () => {
  const dataDir = await preparedDataDir({ FOYER_SAMPLE_CONTENT: "off" });
  const server = await startBuiltServer({
    dataDir,
    env: { NOTION_TOKEN: "ntn_a_token_that_stays_on_the_server" },
  });
  try {
    const { publishableKey, ...secrets } = await server.secrets();
    const page = await (await fetch(server.origin)).text();
    expect(page).toContain(publishableKey);
    const files = [...(await publicFiles()), { file: "GET /", text: page }];
    expect(files.length).toBeGreaterThan(10);
    const needles = [...Object.values(secrets), "ntn_a_token", "sb_secret_", "service_role"];
    const leaks = files.flatMap(({ file, text }) =>
      needles.filter((needle) => text.includes(needle)).map((needle) => `${file}: ${needle}`),
    );
    expect(leaks).toEqual([]);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("no source maps and no build notes are published", async () => {
  const files = (await publicFiles()).map(({ file }) => file);
  expect(files.filter((file) => /\.map$|\/\.|manifest\.json$/.test(file))).toEqual([]);
});
