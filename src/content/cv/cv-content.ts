import type { ColumnOf, KindName, Row } from "../../../shared/content/kind.ts";
import type { InfoRow } from "../portfolio.ts";

export const VISIBILITIES = ["public", "draft", "hidden"] as const;

export type Visibility = (typeof VISIBILITIES)[number];

/**
 * An entry of a CV file in the site's columns, before validation. Only the site's own export has a
 * visibility. Entries are in the order of the lists.
 */
export type CvEntry<Name extends KindName> = Pick<Row<Name>, Exclude<ColumnOf<Name>, NotInFiles>> &
  (Name extends "skills" ? SkillInFile : unknown) & {
    visibility?: Visibility;
    /** Whether the other program does not publish the entry. */
    isPrivate?: boolean;
  };

type NotInFiles = "visibility" | "display_order" | "category_id";

interface SkillInFile {
  /** Name of its category; null for no category; undefined when the file has no categories. */
  category: string | null | undefined;
}

export type CvContent = { [Name in KindName]: CvEntry<Name>[] } & {
  /** Values of `personal_info` by key. */
  info: Record<string, string>;
  /** Whether a site wrote the file, so that its order is the owner's. */
  isOwn?: boolean;
  /** Values that could not be read, one line each. */
  notes: string[];
};

/** The rows of a site's content, in the order of the site. */
export type ContentRows = { [Name in KindName]: Row<Name>[] } & { info: InfoRow[] };
