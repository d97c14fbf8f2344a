import type { ArchiveSource, ArchiveTarget } from "../archive/source-and-target.ts";

export interface SourceOptions {
  withKeys: boolean;
  /** Leaves out the rows on damaged pages of the database. */
  skipDamaged?: boolean;
}

/** A site as one end of a backup, a restore or a move. */
export interface TransferEnd {
  /** Readable, such as `data directory /srv/foyer`. */
  name: string;
  /** Where its rows and its files are; two ends of a move must not share one. */
  places: readonly string[];
  openSource(options: SourceOptions): Promise<ArchiveSource>;
  openTarget(options: { replace: boolean; withKeys: boolean }): Promise<ArchiveTarget>;
}
