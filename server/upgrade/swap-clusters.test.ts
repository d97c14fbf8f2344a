import { access, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeNote } from "../database/cluster-note.ts";
import { discardUpgrade } from "./swap-clusters.ts";

test("discarding the upgrade of a copied directory removes the copy's new cluster, not the original's", async () => {
  const root = await mkdtemp(join(tmpdir(), "foyer-swap-"));
  try {
    const [original, copy] = [join(root, "original"), join(root, "copy")];
    for (const folder of [join(original, "postgres-18"), join(copy, "postgres-18")]) {
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, "PG_VERSION"), "18");
    }
    await mkdir(join(copy, "postgres"));
    await mkdir(join(copy, "upgrade"));
    await writeNote(copy, { state: "created", directory: "postgres" });
    const directory = join(original, "postgres-18");
    await writeNote(join(copy, "upgrade"), { state: "created", directory });

    await discardUpgrade(copy);
    await access(join(directory, "PG_VERSION"));
    expect((await readdir(copy)).sort()).toEqual(["cluster.json", "postgres"]);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
