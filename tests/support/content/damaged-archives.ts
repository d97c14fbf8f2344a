import { expect } from "vitest";
import { ArchiveError } from "../../../server/archive/archive-error.ts";
import { readSite, type TestSite } from "../sites/archive-sites.ts";
import { archiveOf, restore } from "./archives.ts";

/**
 * Restores an archive with single bits flipped or cut at places spread over all of it, including
 * its lists of damaged files. Each attempt is refused with a sentence and changes nothing, or
 * restores the whole site.
 * @param site has other content, which stays when an archive is refused.
 * @returns the number of refusals and restores.
 */
export async function checkDamage(
  archive: Buffer,
  site: TestSite,
  counts: { flips: number; cuts: number },
): Promise<{ refused: number; accepted: number }> {
  const [before, own] = [await readSite(site), await archiveOf(site)];
  await restore(archive, site, { replace: true });
  const restored = await readSite(site);
  await restore(own, site, { replace: true });
  const found = { refused: 0, accepted: 0 };
  for (const damaged of damagedCopies(archive, counts)) {
    const error = await restore(damaged, site, { replace: true }).then(
      () => null,
      (reason: Error) => reason,
    );
    if (error) {
      expect(error).toBeInstanceOf(ArchiveError);
      expect(error.message).toMatch(/^[A-Z].*\.$/);
      expect(await readSite(site)).toEqual(before);
      found.refused++;
    } else {
      expect(await readSite(site)).toEqual(restored);
      await restore(own, site, { replace: true });
      found.accepted++;
    }
  }
  return found;
}

function* damagedCopies(archive: Buffer, { flips, cuts }: { flips: number; cuts: number }) {
  const lists = ["missing.json", "damaged.json"].flatMap((name) => {
    const start = archive.lastIndexOf(`${name}\0`);
    return Array.from({ length: LIST_FLIPS }, (_, number) => start + number * 72);
  });
  const spread = Array.from({ length: flips }, (_, number) =>
    Math.floor((number / flips) * archive.length),
  );
  for (const [number, at] of [...lists, ...spread].entries()) {
    const copy = Buffer.from(archive);
    copy[at] = (copy[at] ?? 0) ^ (1 << (number % 8));
    yield copy;
  }
  for (let number = 0; number < cuts; number++) {
    yield archive.subarray(0, Math.floor((number / cuts) * archive.length));
  }
}

/** Number of flipped bits in the header and the text of each list. */
export const LIST_FLIPS = 8;

/** For each table, an archive with a row that has one column too few. */
export function withMalformedRows(archive: Buffer): [table: string, damaged: Buffer][] {
  const names = archive.toString("latin1").matchAll(/tables\/([\w.]+)\/000001\.copy\0/g);
  return [...names].map(({ 1: table = "", index }) => {
    const copy = Buffer.from(archive);
    copy[copy.indexOf("\t", index + TAR_HEADER_BYTES)] = 0x20;
    return [table, copy];
  });
}

const TAR_HEADER_BYTES = 512;
