import type { Sql } from "../database/connect.ts";

/** The schema `public`, as the Data API knows it. */
export interface Schema {
  relations: Map<string, Relation>;
  /** Functions by name; several may have the same name. */
  routines: Map<string, Routine[]>;
  /** Number of columns of the widest relation. */
  widest: number;
}

/** A table or a view, or the rows that a function returns. */
export interface Relation {
  name: string;
  columns: Map<string, Column>;
  foreignKeys: ForeignKey[];
}

export interface Column {
  name: string;
  /** Name as SQL. */
  type: string;
  isKey: boolean;
  /** Computed by the database; never written. */
  isGenerated: boolean;
  /** The default as SQL. */
  fallback: string | null;
}

export interface ForeignKey {
  name: string;
  columns: string[];
  target: string;
  targetColumns: string[];
  /** Whether at most one row refers to each row of the target. */
  isUnique: boolean;
}

export interface Routine {
  name: string;
  parameters: { name: string; type: string; isOptional: boolean }[];
  /** `rows` have columns; `values` are of a type without columns. */
  returns: "nothing" | "rows" | "values";
  isSet: boolean;
  /** Whether the function may change data. */
  isVolatile: boolean;
  /** The rows' columns. */
  relation: Relation;
}

/** Reads the schema. @throws the driver's error. */
export async function readSchema(sql: Sql): Promise<Schema> {
  const read = async (text: string) => {
    const [row] = await sql.unsafe<{ found: string }[]>(text);
    return JSON.parse(row?.found ?? "[]") as unknown;
  };
  const [tables, functions] = await Promise.all([read(TABLES), read(ROUTINES)]);
  const relations = new Map((tables as TableRow[]).map((row) => [row.name, toRelation(row)]));
  const routines = new Map<string, Routine[]>();
  for (const row of functions as RoutineRow[]) {
    routines.set(row.name, [...(routines.get(row.name) ?? []), toRoutine(row, relations)]);
  }
  const widest = Math.max(1, ...[...relations.values()].map(({ columns }) => columns.size));
  return { relations, routines, widest };
}

interface TableRow {
  name: string;
  columns: Column[] | null;
  foreignKeys: ForeignKey[] | null;
}

function toRelation({ name, columns, foreignKeys }: TableRow): Relation {
  return {
    name,
    columns: new Map((columns ?? []).map((column) => [column.name, column])),
    foreignKeys: foreignKeys ?? [],
  };
}

interface RoutineRow {
  name: string;
  /** All parameters in their order; mode `t` is a column of the result. */
  parameters: { name: string; type: string; mode: string }[] | null;
  /** Number of the last parameters with a default. */
  defaults: number;
  /** The relation of the result's type, if it has one. */
  rowType: string | null;
  isRecord: boolean;
  isVoid: boolean;
  isSet: boolean;
  isVolatile: boolean;
}

function toRoutine(row: RoutineRow, relations: ReadonlyMap<string, Relation>): Routine {
  const all = row.parameters ?? [];
  const taken = all.filter(({ mode }) => mode === "i" || mode === "b");
  const returned = all.filter(({ mode }) => mode === "t" || mode === "o" || mode === "b");
  const known = row.rowType === null ? undefined : relations.get(row.rowType);
  const columns = returned.map(({ name, type }) => [name, { ...PLAIN, name, type }] as const);
  const isRow = known !== undefined || columns.length > 0 || row.isRecord || row.rowType !== null;
  return {
    name: row.name,
    parameters: taken.map(({ name, type }, at) => ({
      name,
      type,
      isOptional: at >= taken.length - row.defaults,
    })),
    returns: row.isVoid ? "nothing" : isRow ? "rows" : "values",
    isSet: row.isSet,
    isVolatile: row.isVolatile,
    relation: {
      name: row.name,
      columns: known?.columns ?? new Map(columns),
      foreignKeys: known?.foreignKeys ?? [],
    },
  };
}

const PLAIN = { isKey: false, isGenerated: false, fallback: null };

const TABLES = `
select coalesce(json_agg(json_build_object(
  'name', relation.relname,
  'columns', (
    select json_agg(json_build_object(
      'name', attribute.attname,
      'type', format_type(attribute.atttypid, attribute.atttypmod),
      'isKey', coalesce(attribute.attnum = any (key.conkey), false),
      'isGenerated', attribute.attgenerated <> '' or attribute.attidentity = 'a',
      'fallback', pg_get_expr(fallback.adbin, fallback.adrelid)
    ) order by attribute.attnum)
    from pg_catalog.pg_attribute as attribute
    left join pg_catalog.pg_attrdef as fallback
      on fallback.adrelid = attribute.attrelid and fallback.adnum = attribute.attnum
    left join pg_catalog.pg_constraint as key
      on key.conrelid = attribute.attrelid and key.contype = 'p'
    where attribute.attrelid = relation.oid and attribute.attnum > 0 and not attribute.attisdropped
  ),
  'foreignKeys', (
    select json_agg(json_build_object(
      'name', link.conname,
      'target', target.relname,
      'columns', (
        select json_agg(attname order by place)
        from unnest(link.conkey) with ordinality as of(number, place)
        join pg_catalog.pg_attribute on attrelid = link.conrelid and attnum = of.number
      ),
      'targetColumns', (
        select json_agg(attname order by place)
        from unnest(link.confkey) with ordinality as of(number, place)
        join pg_catalog.pg_attribute on attrelid = link.confrelid and attnum = of.number
      ),
      'isUnique', exists (
        select from pg_catalog.pg_constraint as sole
        where sole.conrelid = link.conrelid and sole.contype in ('p', 'u')
          and sole.conkey <@ link.conkey
      )
    ))
    from pg_catalog.pg_constraint as link
    join pg_catalog.pg_class as target on target.oid = link.confrelid
    where link.conrelid = relation.oid and link.contype = 'f'
      and target.relnamespace = relation.relnamespace
  )
)), '[]') as found
from pg_catalog.pg_class as relation
where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'v', 'm', 'f', 'p')`;

const ROUTINES = `
select coalesce(json_agg(json_build_object(
  'name', routine.proname,
  'parameters', (
    select json_agg(json_build_object(
      'name', coalesce(routine.proargnames[place], ''),
      'type', format_type(type, null),
      'mode', coalesce(routine.proargmodes[place]::text, 'i')
    ) order by place)
    from unnest(coalesce(routine.proallargtypes, routine.proargtypes::oid[])) with ordinality as of(type, place)
  ),
  'defaults', routine.pronargdefaults,
  'rowType', (select relname from pg_catalog.pg_class where oid = result.typrelid and result.typtype = 'c'),
  'isRecord', result.oid = 'pg_catalog.record'::regtype,
  'isVoid', result.oid = 'pg_catalog.void'::regtype,
  'isSet', routine.proretset,
  'isVolatile', routine.provolatile = 'v'
)), '[]') as found
from pg_catalog.pg_proc as routine
join pg_catalog.pg_type as result on result.oid = routine.prorettype
where routine.pronamespace = 'public'::regnamespace and routine.prokind = 'f'
  and result.oid <> 'pg_catalog.trigger'::regtype`;
