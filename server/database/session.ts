import type postgres from "postgres";
import { keepConnected } from "./session-connection.ts";
import { type SessionLock, tryLock } from "./session-locks.ts";

/**
 * One connection that stays open, for notifications and for locks that the database releases when
 * their server dies. It reconnects indefinitely.
 */
export interface DatabaseSession {
  /**
   * Whether notifications are received. While false, nothing that depends on them may be cached.
   */
  readonly live: boolean;
  /**
   * @param onNotify with the payload of each notification.
   * @param onGap after each disconnect and reconnect: notifications in between are missed.
   * @returns a function that ends it.
   */
  listen(channel: string, onNotify: (payload: string) => void, onGap?: () => void): () => void;
  notify(channel: string, payload: string): Promise<void>;
  /** @returns null when another server holds the lock, or the database is unavailable. */
  tryLock(name: string): Promise<SessionLock | null>;
  /** Runs on the present connection, and on each later one before any other statement. */
  onConnect(work: (sql: postgres.Sql) => Promise<void>): Promise<void>;
  close(): Promise<void>;
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
export function openSession(url: string, heartbeatMs?: number): DatabaseSession {
  const listeners = new Map<string, Set<Listener>>();
  const preparations: ((sql: postgres.Sql) => Promise<void>)[] = [];
  const connection = keepConnected(url, {
    heartbeatMs,
    async prepare(sql) {
      for (const prepare of preparations) await prepare(sql);
      await sql`select 1`;
      for (const channel of listeners.keys()) await sql.unsafe(`listen ${channel}`);
    },
    onNotify(channel, payload) {
      for (const listener of listeners.get(channel) ?? []) listener.onNotify(payload);
    },
    onGap() {
      for (const group of listeners.values()) for (const { onGap } of group) onGap();
    },
  });

  return {
    get live() {
      return connection.live;
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
      await connection.ready();
      const { current } = connection;
      if (current) await current.sql`select pg_notify(${channel}, ${payload})`;
    },
    async tryLock(name) {
      await connection.ready();
      return connection.current && tryLock(connection.current, name);
    },
    async onConnect(work) {
      await connection.ready();
      if (!connection.current) throw new Error("The database is away.");
      await work(connection.current.sql);
      preparations.push(work);
    },
    close: () => connection.close(),
  };

  /** The next connection listens to every channel anyway. */
  async function subscribe(channel: string): Promise<void> {
    const { live, current } = connection;
    if (!live || !current) return connection.ready();
    try {
      await current.sql.unsafe(`listen ${channel}`);
      for (const { onGap } of listeners.get(channel) ?? []) onGap();
    } catch {
      connection.lose(current);
    }
  }
}
