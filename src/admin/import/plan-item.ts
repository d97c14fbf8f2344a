import type { KindName } from "../../../shared/content/kind.ts";
import { KIND_NAMES } from "../../../shared/content/kinds.ts";
import type { ContentRows } from "../../content/cv/cv-content.ts";
import type { FieldDifference } from "../../forms/field-difference.ts";

/** The site's content, in the order of the site. */
export type SiteContent = Omit<ContentRows, "info"> & {
  info: { key: string; value: string | null; revision: number }[];
};

/**
 * The kinds of entries that an import lists, in order; categories are imported with their skills.
 */
export const LISTED_KINDS = KIND_NAMES.filter((name) => name !== "skill_categories");

/** A new row, whose `revision` is null, or the changed columns of a stored one. */
export type Row = Record<string, unknown> & { revision: number | null };

/**
 * The profile picture of a file, loaded in order to be copied, because visitors should not load it
 * from another site.
 */
export interface FilePicture {
  /** Null for a picture that cannot be copied. */
  image: HTMLImageElement | null;
  /** Where it comes from: a site, or a chosen file. */
  source: string;
  /** The address of a picture that can be looked at, but not copied. */
  visible: string | null;
}

/** The change that an import makes for one entry of a file. */
export interface PlanItem {
  /** Unique within the plan. */
  id: string;
  kind: KindName | "info";
  name: string;
  status: "added" | "changed" | "same" | "refused";
  /** Why a refused entry cannot be imported. */
  reason: string;
  /** Values that the entry lacks, such as "no picture", and values of the file that are omitted. */
  missing: string[];
  /**
   * Values shown in addition to the name, such as "2020 – Present" or the first line of the text.
   */
  preview: string[];
  /** Whether the entry is initially not selected, because its file does not publish it. */
  isOptional?: boolean;
  /** Changed fields of a stored entry: `mine` is stored, `theirs` is from the file. */
  differences: FieldDifference[];
  /** Row to store; null when nothing is stored. */
  row: Row | null;
  /** A dependent row that is stored together with `row`: the parts of a location. */
  withRow?: Row;
  /** The profile picture that the item copies, or cannot copy. */
  picture?: FilePicture;
  /** Whether the owner is asked for the value, which neither the file nor the site has. */
  isAsked?: boolean;
  /** Name of a skill's category; see `CvContent`. */
  category?: string | null | undefined;
}

export interface Plan {
  items: PlanItem[];
  /** Kinds whose entries have an order in the file that differs from the site's default order. */
  ordered: KindName[];
  /** Stored categories and those of the file, in the file's order. */
  categories: { name: string; visibility: string; stored: { id: string } | null }[];
}
