import { execFile, spawn } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { constants, createBrotliCompress, createBrotliDecompress } from "node:zlib";
import { databaseAccount } from "../../../server/database/binaries.ts";
import type { Life } from "./live.ts";

/** Facts packed beside a data directory. */
export interface FrozenFacts {
  life: Life;
  /** ISO 8601. */
  frozenAt: string;
}

const FACTS = "frozen.json";

/**
 * The archive that the version itself wrote into the data directory; the first version had no
 * archives.
 */
export const OWN_ARCHIVE = "own-archive.tar";

/**
 * The three databases of a cluster repeat each other's catalogs, so the compression window spans
 * all of them.
 */
const SMALLEST = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  },
};

/** Packs a stopped site's data directory, as a tar compressed with Brotli. */
export async function packSite(facts: FrozenFacts, dataDir: string, file: string): Promise<void> {
  await writeFile(join(dataDir, FACTS), JSON.stringify(facts));
  const tar = spawn("tar", ["-cf", "-", "-C", dataDir, "."], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await pipeline(tar.stdout, createBrotliCompress(SMALLEST), createWriteStream(file));
}

/** Unpacks a data directory into an existing, empty folder. */
export async function unpackSite(file: string, dataDir: string): Promise<FrozenFacts> {
  // When reading from a pipe, tar may end before it has read the padding, which makes the writer
  // fail.
  const tar = `${dataDir}.tar`;
  await pipeline(createReadStream(file), createBrotliDecompress(), createWriteStream(tar));
  // Modification times are not restored, because uploads in progress expire by them.
  const args = ["-xpmf", tar, "--no-same-owner", "-C", dataDir];
  await promisify(execFile)("tar", args).finally(() => rm(tar));
  const account = databaseAccount();
  if (account) {
    const owner = `${account.uid}:${account.gid}`;
    await promisify(execFile)("chown", ["-R", owner, join(dataDir, "postgres")]);
  }
  const facts = await readFile(join(dataDir, FACTS), "utf8");
  await rm(join(dataDir, FACTS));
  return JSON.parse(facts);
}
