import type { KindName } from "../../../shared/content/kind.ts";
import { KIND_NAMES } from "../../../shared/content/kinds.ts";
import type { ContentRows } from "../../content/cv/cv-content.ts";
import type { FieldDifference } from "../../forms/field-difference.ts";

/** The site's content, each list in the order of the site. */
export type SiteContent = Omit<ContentRows, "info"> & {
  info: { key: string; value: string | null; revision: number }[];
};

/** The kinds of entries an import lists, in their order; categories come with their skills. */
export const LISTED_KINDS = KIND_NAMES.filter((name) => name !== "skill_categories");

/** A new row, whose `revision` is null, or the changed columns of a stored one. */
export type Row = Record<string, unknown> & { revision: number | null };

/** The change that an import makes for one entry of a file. */
export interface PlanItem {
  /** Unique in its plan. */
  id: string;
  kind: KindName | "info";
  name: string;
  status: "added" | "changed" | "same" | "refused";
  /** Why a refused one cannot be imported. */
  reason: string;
  /**
   * Values that the entry lacks, such as "no picture", and values of the file that are left out.
   */
  missing: string[];
  /** Values shown besides the name: "2020 – Present", the first line of the text. */
  preview: string[];
  /** Whether the owner has to choose it, because its file does not publish it. */
  isOptional?: boolean;
  /** Differences of a changed entry: `mine` is stored, `theirs` is from the file. */
  differences: FieldDifference[];
  /** Row to store; null when nothing is stored. */
  row: Row | null;
  /** A value that belongs to it: the parts of a location. */
  withRow?: Row;
  /** Name of a skill's category; see `CvSkill`. */
  category?: string | null | undefined;
}

export interface Plan {
  items: PlanItem[];
  /** Kinds whose entries the file has in another order than a list of the site would by itself. */
  ordered: KindName[];
  /** Stored categories and those of the file, in its order. */
  categories: { name: string; visibility: string; stored: { id: string } | null }[];
}
