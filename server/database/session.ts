import { createHash } from "node:crypto";
import postgres from "postgres";
import {
  SESSION_CONNECT_SECONDS,
  SESSION_HEARTBEAT_MS,
  SESSION_RECONNECT_MS,
} from "../limits/shared-state.ts";

/**
 * One connection that stays open, for what belongs to a connection: notifications, and locks that
 * the database releases when their server dies. It reconnects indefinitely.
 */
export interface DatabaseSession {
  /** Whether notifications are received. While false, nothing that depends on them may be cached. */
  readonly live: boolean;
  /**
   * @param onNotify with the payload of each notification.
   * @param onGap after each disconnect and reconnect: notifications in between are missed.
   * @returns a function that ends it.
   */
  listen(channel: string, onNotify: (payload: string) => void, onGap?: () => void): () => void;
  notify(channel: string, payload: string): Promise<void>;
  /** @returns null when another server holds it, or the database is away. */
  tryLock(name: string): Promise<SessionLock | null>;
  /** Runs on the present connection, and on each later one, before anything else does. */
  onConnect(work: (sql: postgres.Sql) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface SessionLock {
  /** Higher than that of every earlier lock. */
  fence: number;
  /** Aborted when the connection is lost, and the lock with it. */
  lost: AbortSignal;
  release(): Promise<void>;
}

interface Connection {
  sql: postgres.Sql;
  isLost: boolean;
  /** One per lock: a signal warns when it gets many listeners. */
  locks: Set<AbortController>;
}

interface Listener {
  onNotify: (payload: string) => void;
  onGap: () => void;
}

/**
 * Connects on first use.
 * @param url of the database itself: a pooler that shares connections between clients cannot be
 * used, because it gives each statement to another one.
 */
export function openSession(url: string): DatabaseSession {
  const listeners = new Map<string, Set<Listener>>();
  const preparations: ((sql: postgres.Sql) => Promise<void>)[] = [];
  let connection: Connection | null = null;
  let opening: Promise<void> | null = null;
  let live = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  return {
    get live() {
      return live;
    },
    listen(channel, onNotify, onGap = () => {}) {
      const listener = { onNotify, onGap };
      const known = listeners.get(channel);
      if (known) known.add(listener);
      else {
        listeners.set(channel, new Set([listener]));
        void subscribe(channel);
      }
      return () => void listeners.get(channel)?.delete(listener);
    },
    async notify(channel, payload) {
      await ready();
      const current = connection;
      if (current) await current.sql`select pg_notify(${channel}, ${payload})`;
    },
    async tryLock(name) {
      await ready();
      return connection && tryLock(connection, name);
    },
    async onConnect(work) {
      await ready();
      if (!connection) throw new Error("The database is away.");
      await work(connection.sql);
      preparations.push(work);
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await drop();
    },
  };

  function ready(): Promise<void> {
    if (live || closed) return Promise.resolve();
    opening ??= open();
    return opening;
  }

  async function open(): Promise<void> {
    clearTimeout(timer);
    const sql = connect(url, onNotify, () => lose(attempt));
    const attempt: Connection = { sql, isLost: false, locks: new Set() };
    connection = attempt;
    try {
      for (const prepare of preparations) await prepare(sql);
      await sql`select 1`;
      for (const channel of listeners.keys()) await sql.unsafe(`listen ${channel}`);
      if (closed || connection !== attempt) return;
      live = true;
      opening = null;
      reportGap();
      schedule(beat, SESSION_HEARTBEAT_MS);
    } catch {
      lose(attempt);
    }
  }

  async function subscribe(channel: string): Promise<void> {
    if (!live) return ready();
    const current = connection;
    try {
      await current?.sql.unsafe(`listen ${channel}`);
      for (const { onGap } of listeners.get(channel) ?? []) onGap();
    } catch {
      if (current) lose(current);
    }
  }

  function onNotify(channel: string, payload: string): void {
    for (const listener of listeners.get(channel) ?? []) listener.onNotify(payload);
  }

  function reportGap(): void {
    for (const group of listeners.values()) for (const { onGap } of group) onGap();
  }

  async function beat(): Promise<void> {
    const current = connection;
    if (!current) return;
    const deadline = setTimeout(() => lose(current), SESSION_HEARTBEAT_MS);
    try {
      await current.sql`select 1`;
      if (connection === current) schedule(beat, SESSION_HEARTBEAT_MS);
    } catch {
      lose(current);
    } finally {
      clearTimeout(deadline);
    }
  }

  function lose(which: Connection): void {
    if (connection !== which || closed) return;
    void drop();
    reportGap();
    schedule(ready, SESSION_RECONNECT_MS);
  }

  async function drop(): Promise<void> {
    const old = connection;
    connection = null;
    opening = null;
    live = false;
    if (!old) return;
    old.isLost = true;
    for (const lock of old.locks) lock.abort();
    await old.sql.end({ timeout: 0 }).catch(() => {});
  }

  function schedule(task: () => Promise<void>, delay: number): void {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(() => void task(), delay);
    timer.unref();
  }
}

/** Separates our locks from those of other programs on the same database. */
const LOCKS = 7031;

async function tryLock(connection: Connection, name: string): Promise<SessionLock | null> {
  const { sql, locks } = connection;
  const key = keyOf(name);
  const [row] = await sql<{ fence: string | null }[]>`
    select case when pg_try_advisory_lock(${LOCKS}::int, ${key}::int)
      then pg_current_xact_id()::text end as fence`.catch(() => []);
  if (!row?.fence || connection.isLost) return null;
  const lost = new AbortController();
  locks.add(lost);
  return {
    fence: Number(row.fence),
    lost: lost.signal,
    async release() {
      locks.delete(lost);
      if (connection.isLost) return;
      await sql`select pg_advisory_unlock(${LOCKS}::int, ${key}::int)`.catch(() => {});
    },
  };
}

/** A lock's number; two names with the same one only wait for each other. */
export function keyOf(name: string): number {
  return createHash("sha256").update(name).digest().readUInt32BE() >>> 1;
}

function connect(
  url: string,
  onnotify: (channel: string, payload: string) => void,
  onclose: () => void,
): postgres.Sql {
  // postgres.js's own listen() uses `onnotify`; its types omit it.
  const options = {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: SESSION_CONNECT_SECONDS,
    fetch_types: false,
    onnotice: () => {},
    onnotify,
    onclose,
    connection: { application_name: "foyer session" },
  };
  return postgres(url, options);
}
