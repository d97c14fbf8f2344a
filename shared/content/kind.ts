import type { Database, Tables } from "../database.types.ts";

type AllTables = Database["public"]["Tables"];

/** A kind of entries has the name of its table, whose rows can be hidden. */
export type KindName = {
  [Name in keyof AllTables]: "visibility" extends keyof Tables<Name> ? Name : never;
}[keyof AllTables];

export type Row<Name extends KindName> = Tables<Name>;

/** The kinds whose entries have a date, listed newest first on a screen of their own. */
export type DatedKind = {
  [Name in KindName]: "created_at" extends keyof Row<Name> ? Name : never;
}[KindName];

/** Columns that no editor changes. */
type Managed = "id" | "created_at" | "revision" | "position";

export type ColumnOf<Name extends KindName> = Exclude<keyof Row<Name>, Managed> & string;

/** The description of a kind of entries; see `kinds.ts`. */
export interface Kind<Name extends KindName> {
  /** Name of lists of this kind: "Skills". */
  name: string;
  /** Name of one entry in titles: "Skill". */
  one: string;
  /** Name of one entry in sentences: "Error deleting {skill}". */
  noun: string;
  /** The columns that identify an entry. */
  named: readonly ColumnOf<Name>[];
  /** A column that tells apart entries of the same name. */
  detail?: ColumnOf<Name>;
  /** Sort order of lists of this kind, as PostgREST's `order`. */
  order: string;
  /** Text below the heading of the kind's screen. */
  text: string;
  /** Title and text of an empty list. */
  empty: { title: string; text: string };
  /** Key of the list in JSON Resume, for kinds with a list there. */
  resume?: string;
  /** Key of the date in JSON Resume, for entries with one date instead of a period. */
  resumeDate?: string;
  fields: {
    readonly [Column in Exclude<ColumnOf<Name>, "visibility">]: FieldOf<Row<Name>[Column]>;
  };
  /**
   * Values that the review of an import reports as missing in a new entry, besides the fields'
   * `whenMissing`.
   */
  missing?(row: Row<Name>): string[];
}

/** How the values of a column are named, edited, checked, compared and exchanged with files. */
interface Described {
  /** The column's name in the editor, in comparisons and in the review of an import. */
  label: string;
  hint?: string;
  placeholder?: string;
  /** The control takes the whole width of the editor. */
  wide?: true;
  /** The page, the CV and `/llms.txt` show "Label: text", or the text; for a flag the label. */
  page?: true | "text only";
  /** Text in the review of an import for a new entry without this value: "no picture". */
  whenMissing?: string;
  /** Key in JSON Resume, such as "foyer.code". Further keys are read but not written. */
  resume?: string | readonly string[];
  /** Columns in a LinkedIn export; the first one with a value counts. */
  linkedin?: readonly string[];
}

export interface TextField extends Described {
  type: "text";
  /** Maximum number of characters. */
  longest: number;
  /** Rows of the text area, for a text with paragraphs and lists. */
  rows?: number;
  /** Names the missing value: "Please enter {a title}." */
  required?: string;
}

interface LinkField extends Described {
  type: "link";
  required?: string;
  /** Label of the choice without a value, where the column may be null: "No public link". */
  none?: string;
}

export interface OtherField extends Described {
  /** A month is stored as its first day; a picture is a web address or a path of this site. */
  type: "month" | "picture" | "icon" | "category";
  required?: string;
}

interface WordsField extends Described {
  type: "words";
  required?: never;
}

export interface NumberField extends Described {
  /** A whole number; "order" is the entry's place, which a file expresses by its order. */
  type: "number" | "order";
  /** Largest value, if negative numbers are excluded. */
  most?: number;
  /** Value in a new entry. */
  default: number;
  /** Whether the value may be empty; only where the column may be null. */
  optional?: true;
  required?: never;
}

/** Yes or no; no in a new entry. */
interface FlagField extends Described {
  type: "flag";
  required?: never;
  /** A CSV file has only texts. */
  linkedin?: never;
}

interface VisibilityField extends Described {
  type: "visibility";
  required?: never;
}

export type AnyField =
  | TextField
  | LinkField
  | OtherField
  | WordsField
  | NumberField
  | FlagField
  | VisibilityField;

/** The fields that a column of this type may have; none for a type without a field. */
export type FieldOf<Value> = [Value] extends [string]
  ? (TextField | LinkField) & { required: string }
  : [Value] extends [string | null]
    ? TextField | LinkField | OtherField
    : [Value] extends [string[] | null]
      ? WordsField
      : [Value] extends [number | null]
        ? NumberField
        : [Value] extends [boolean]
          ? FlagField
          : never;
