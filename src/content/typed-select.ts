import type { Tables } from "../lib/database.types.ts";

export type TableName =
  | "personal_info"
  | "social_links"
  | "education"
  | "experience"
  | "projects"
  | "skills"
  | "skill_categories";

type ColumnOf<Table extends TableName> = keyof Tables<Table> & string;

/** The parts of a list, separated by commas outside parentheses. */
type Items<Select extends string> = Select extends `${infer First},${infer Rest}`
  ? First extends `${string}(${string}`
    ? Select extends `${infer Embedded})${infer After}`
      ? `${Embedded})` | (After extends `,${infer Others}` ? Items<Others> : never)
      : never
    : First | Items<Rest>
  : Select;

/** An embedded row, such as `skill_categories(name,position)`. */
type Embedded = `${TableName}(${string})`;

/** A `select` of PostgREST that names only columns of the table; any other does not compile. */
export type SelectOf<Table extends TableName, Select extends string> =
  Items<Select> extends ColumnOf<Table> | Embedded ? Select : never;

/** The rows that a literal `select` returns. */
export type Selected<Table extends TableName, Select extends string> = {
  [Item in Items<Select> as Item extends `${infer Name}(${string}`
    ? Name
    : Item]: Item extends `${infer Name extends TableName}(${infer Columns})`
    ? Items<Columns> extends ColumnOf<Name>
      ? Pick<Tables<Name>, Items<Columns>> | null
      : never
    : Item extends ColumnOf<Table>
      ? Tables<Table>[Item]
      : never;
};
