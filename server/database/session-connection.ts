import postgres from "postgres";

/**
 * Milliseconds until a silently dropped connection for notifications and locks is noticed.
 * @limit requests: a silently lost connection for notifications and locks is noticed after
 */
const SESSION_HEARTBEAT_MS = 5_000;

/** Milliseconds until a lost connection for notifications and locks is opened again. */
const SESSION_RECONNECT_MS = 1000;

/**
 * Seconds the connection for notifications and locks may take to open; meanwhile every request
 * renders its page, so a retry is better.
 * @limit requests: opening the connection for notifications and locks
 */
const SESSION_CONNECT_SECONDS = 5;

/** A connection until it is lost; then another one replaces it. */
export interface Connection {
  sql: postgres.Sql;
  isLost: boolean;
  /** One listener per lock: a signal warns about many listeners. */
  locks: Set<AbortController>;
}

export interface LastingConnection {
  /** Whether it is connected, and everything has been prepared. */
  readonly live: boolean;
  readonly current: Connection | null;
  /** Connects unless connected. Resolves after the attempt, even a failed one. */
  ready(): Promise<void>;
  /** Replaces a failed connection. Does nothing for one that was replaced before. */
  lose(which: Connection): void;
  close(): Promise<void>;
}

export interface ConnectionEvents {
  /** Milliseconds between checks of the connection. */
  heartbeatMs?: number | undefined;
  /** Runs on each new connection before it counts as live. */
  prepare(sql: postgres.Sql): Promise<void>;
  onNotify(channel: string, payload: string): void;
  /** Called after each disconnect and each connect. */
  onGap(): void;
}

/** Connects on first use and, from then on, after each loss. A heartbeat finds silent losses. */
export function keepConnected(url: string, events: ConnectionEvents): LastingConnection {
  const { heartbeatMs = SESSION_HEARTBEAT_MS } = events;
  let current: Connection | null = null;
  let opening: Promise<void> | null = null;
  let live = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  return {
    get live() {
      return live;
    },
    get current() {
      return current;
    },
    ready,
    lose,
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
    const sql = connect(url, events.onNotify, () => lose(attempt));
    const attempt: Connection = { sql, isLost: false, locks: new Set() };
    current = attempt;
    try {
      await events.prepare(sql);
      if (closed || current !== attempt) return;
      live = true;
      opening = null;
      events.onGap();
      schedule(beat, heartbeatMs);
    } catch {
      lose(attempt);
    }
  }

  async function beat(): Promise<void> {
    const which = current;
    if (!which) return;
    const deadline = setTimeout(() => lose(which), SESSION_HEARTBEAT_MS);
    try {
      await which.sql`select 1`;
      if (current === which) schedule(beat, heartbeatMs);
    } catch {
      lose(which);
    } finally {
      clearTimeout(deadline);
    }
  }

  function lose(which: Connection): void {
    if (current !== which || closed) return;
    void drop();
    events.onGap();
    schedule(ready, SESSION_RECONNECT_MS);
  }

  async function drop(): Promise<void> {
    const old = current;
    current = null;
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
