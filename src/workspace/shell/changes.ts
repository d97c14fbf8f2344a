import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";
import type { Json } from "../../../shared/database.types.ts";
import { MAX_ROWS } from "../../../shared/limits.ts";
import { unwrap } from "../../lib/errors.ts";

/** A row of a table whose changes the database numbers; a later state has a higher number. */
export interface Numbered {
  id: string;
  change_number: number;
}

export type Deletion = Numbered & { is_deleted: true };

/** Changes in the order of their numbers. */
export interface Changes<Row extends Numbered> {
  changes: (Row | Deletion)[];
  /** All changes up to this number are known then. */
  upTo: number;
  isMore: boolean;
  /** Whether deletions may be missing, because the numbers are those of another database. */
  isIncomplete: boolean;
}

/** Rows, and the number up to which all changes are in them. */
export interface ReadRows<Row> {
  rows: readonly Row[];
  upTo: number;
}

type Answer = Parameters<typeof unwrap<Json>>[0];

/**
 * Rows of a list's first screen, which is read in the list's order beside all rows in the order of
 * their changes.
 */
export const FIRST_PART = 100;

/** The changes after this number are all rows, without deletions. */
export const BEFORE_ALL = -1;

/**
 * Reads the first changes after a number; fewer if they are too large for one response.
 * @param call one of the functions that return `private.changes_of`.
 */
export async function readChanges<Row extends Numbered, Rest = unknown>(
  call: (page: { since: number; max_rows: number }) => PromiseLike<Answer>,
  since: number,
  limit = MAX_ROWS,
): Promise<Changes<Row> & Rest> {
  for (let max_rows = limit; ; max_rows = Math.ceil(max_rows / 2)) {
    const answer = await call({ since, max_rows });
    if (answer.status === 413 && max_rows > 1) continue;
    const read = unwrap(answer) as unknown as Changes<Row> &
      Rest & { oldest: number; last: number };
    const isMore = read.changes.length === max_rows;
    const upTo = (isMore && read.changes.at(-1)?.change_number) || read.last;
    return { ...read, upTo, isMore, isIncomplete: since < read.oldest };
  }
}

/** Reads all changes after a number. */
export async function readAllChanges<Row extends Numbered>(
  read: (since: number) => Promise<Changes<Row>>,
  since = BEFORE_ALL,
): Promise<Changes<Row>> {
  const all = await read(since);
  for (let last = all; last.isMore; ) {
    last = await read(last.upTo);
    all.changes.push(...last.changes);
    all.upTo = last.upTo;
  }
  return { ...all, isMore: false };
}

/** The rows after these changes, of which those that are in the rows already are ignored. */
export function withChanges<Row extends Numbered>(
  { rows, upTo }: ReadRows<Row>,
  { changes, upTo: last }: Pick<Changes<Row>, "changes" | "upTo">,
  holds: (row: Row) => boolean = () => true,
): ReadRows<Row> {
  const later = changes.filter(({ change_number }) => change_number > upTo);
  if (later.length === 0) return { rows, upTo: Math.max(upTo, last) };
  const changed = new Map(later.map((change) => [change.id, change]));
  const after: Row[] = [];
  const add = (change: Row | Deletion) => {
    if (!("is_deleted" in change) && holds(change)) after.push(change);
  };
  // A changed row keeps its place.
  for (const row of rows) {
    const change = changed.get(row.id);
    if (change) {
      add(change);
      changed.delete(row.id);
    } else after.push(row);
  }
  changed.forEach(add);
  return { rows: after, upTo: Math.max(upTo, last) };
}

interface SyncedList<Row extends Numbered> {
  /** Reads the whole list; by default all rows of the table. */
  readAll?(): Promise<ReadRows<Row>>;
  /** Whether a changed row belongs to the list; by default, all do. */
  holds?(row: Row): boolean;
}

/**
 * Reads lists of one table: once completely, then by what has changed since. Lists that are read
 * at the same time share one request. Their queries need `structuralSharing: false`, because
 * unchanged rows are the same objects anyway; what else is set as a query's data is replaced.
 * @param read reads the first changes after a number.
 */
export function createListSync<Row extends Numbered>(
  read: (since: number) => Promise<Changes<Row>>,
) {
  type Known = ReadRows<Row> & { readAt: number };
  /** A promise while a list is read completely, so that an announcement does not restart that. */
  const known = new WeakMap<Query, Known | Promise<Known>>();
  /** The request that is about to be sent. */
  let next: { since: number; changes: Promise<Changes<Row>> } | undefined;

  /** Returns the list, and whether it was read completely or has changed. */
  return async (
    { client, queryKey }: { client: QueryClient; queryKey: QueryKey },
    { readAll = readTable, holds }: SyncedList<Row> = {},
  ): Promise<{ rows: readonly Row[]; isChanged: boolean }> => {
    const query = client.getQueryCache().find({ queryKey, exact: true });
    const before = query && (await known.get(query));
    const isKept = before && Date.now() - before.readAt < KEPT_MS;
    const changes = isKept ? await changesSince(before.upTo) : undefined;
    const readAt = Date.now();
    let after: Known | Promise<Known>;
    if (before && changes && !changes.isIncomplete)
      after = { ...withChanges(before, changes, holds), readAt };
    else after = readAll().then((read) => ({ ...read, readAt }));
    if (query) known.set(query, after);
    try {
      const { rows } = await after;
      return { rows, isChanged: rows !== before?.rows };
    } catch (error) {
      if (query) known.delete(query);
      throw error;
    }
  };

  async function readTable(): Promise<ReadRows<Row>> {
    const all = await readAllChanges(read);
    return withChanges({ rows: [], upTo: BEFORE_ALL }, all);
  }

  function changesSince(since: number): Promise<Changes<Row>> {
    const batch = next ?? { since, changes: Promise.resolve().then(start) };
    next = batch;
    batch.since = Math.min(batch.since, since);
    return batch.changes;

    function start(): Promise<Changes<Row>> {
      next = undefined;
      return readAllChanges(read, batch.since);
    }
  }
}

/** Deletions are known for 90 days; half of it allows for wrong clocks. */
const KEPT_MS = 45 * 24 * 60 * 60 * 1000;
