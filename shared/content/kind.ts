import type { Database, Tables } from "../database.types.ts";

type AllTables = Database["public"]["Tables"];

/** A kind of entries has the name of its table, whose rows can be hidden. */
export type KindName = {
  [Name in keyof AllTables]: "visibility" extends keyof Tables<Name> ? Name : never;
}[keyof AllTables];

/** A row of a kind. */
export type Row<Name extends KindName> = Tables<Name>;

/** The kinds whose entries have a date, listed newest first on a screen of their own. */
export type DatedKind = {
  [Name in KindName]: "created_at" extends keyof Row<Name> ? Name : never;
}[KindName];

/** Columns that no editor changes. */
type Managed = "id" | "created_at" | "revision" | "position";

/** The columns an editor changes. */
export type ColumnOf<Name extends KindName> = Exclude<keyof Row<Name>, Managed> & string;

/** The description of a kind of entries; see `kinds.ts`. */
export interface Kind<Name extends KindName> {
  /** Name of its lists: "Skills". */
  name: string;
  /** Name of one entry in titles: "Skill". */
  one: string;
  /** Name of one entry in sentences: "Error deleting {skill}". */
  noun: string;
  /** The columns that identify an entry. */
  named: readonly ColumnOf<Name>[];
  /** A column that tells apart entries of the same name. */
  detail?: ColumnOf<Name>;
  /** How its lists are read, as PostgREST's `order`. */
  order: string;
  /** Text below the heading of its screen. */
  text: string;
  /** Title and text of an empty list. */
  empty: { title: string; text: string };
  /** Key of its list in JSON Resume, if it has a list of its own. */
  resume?: string;
  /** The key of its date there, for entries with one date instead of a period. */
  resumeDate?: string;
  /** Fields in the order of the editor. */
  fields: {
    readonly [Column in Exclude<ColumnOf<Name>, "visibility">]: FieldOf<Row<Name>[Column]>;
  };
  /**
   * Values that the review of an import names as missing in a new entry, besides the fields'
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
  /** Takes the whole width of the editor. */
  wide?: true;
  /** The page, the CV and `/llms.txt` say "Label: text", or only the text; of a flag its label. */
  page?: true | "text only";
  /** Text of the review of an import about a new entry without it: "no picture". */
  whenMissing?: string;
  /** Key in JSON Resume, such as "foyer.code". Further keys are read, not written. */
  resume?: string | readonly string[];
  /** Columns in a LinkedIn export; the first one with a value counts. */
  linkedin?: readonly string[];
}

export interface TextField extends Described {
  type: "text";
  /** Characters. */
  longest: number;
  /** Rows of the text area, for a text with paragraphs and lists. */
  rows?: number;
  /** Names what is missing when it is empty: "Please enter {a title}." */
  required?: string;
}

interface LinkField extends Described {
  type: "link";
  required?: string;
  /** The editor's choice of having none, where the column may be null: "No public link". */
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
  /** The largest, if negative numbers are excluded. */
  most?: number;
  /** Value in a new entry. */
  default: number;
  /** May be empty; only where the column may be null. */
  optional?: true;
  required?: never;
}

/** Yes or no; a new entry has no. */
interface FlagField extends Described {
  type: "flag";
  required?: never;
  /** A CSV file has texts only. */
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

/** The fields that a column of this type may have; none for a type that no field is for. */
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
