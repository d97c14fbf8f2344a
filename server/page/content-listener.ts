import postgres from "postgres";
import {
  CONTENT_CONNECT_SECONDS,
  CONTENT_HEARTBEAT_MS,
  CONTENT_RECONNECT_MS,
} from "../limits/limits.ts";

/** Notified on commit by the statement triggers on the content tables. */
const CHANNEL = "portfolio_changed";

export interface ContentListener {
  /** Whether content writes are reliably received. While false, nothing may be cached. */
  readonly live: boolean;
  close(): Promise<void>;
}

/**
 * Listens for content writes on its own connection, reconnecting indefinitely. `onChange` runs
 * after each committed write and after each disconnect and reconnect, because writes in between are
 * missed. postgres.js's own `listen` gives up when its first reconnect fails, and does not report a
 * lost connection; hence this.
 */
export function listenForContent(databaseUrl: string, onChange: () => void): ContentListener {
  let client: postgres.Sql | null = null;
  let live = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  void open();
  return {
    get live() {
      return live;
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await drop();
    },
  };

  async function open(): Promise<void> {
    const attempt = connect(databaseUrl, onChange, () => lost(attempt));
    client = attempt;
    try {
      await attempt.unsafe(`listen ${CHANNEL}`);
      if (closed || client !== attempt) return;
      live = true;
      onChange();
      schedule(beat, CONTENT_HEARTBEAT_MS);
    } catch {
      lost(attempt);
    }
  }

  async function beat(): Promise<void> {
    const current = client;
    if (!current) return;
    const deadline = setTimeout(() => lost(current), CONTENT_HEARTBEAT_MS);
    try {
      await current`select 1`;
      if (client === current) schedule(beat, CONTENT_HEARTBEAT_MS);
    } catch {
      lost(current);
    } finally {
      clearTimeout(deadline);
    }
  }

  function lost(which: postgres.Sql): void {
    if (client !== which || closed) return;
    void drop();
    onChange();
    schedule(open, CONTENT_RECONNECT_MS);
  }

  async function drop(): Promise<void> {
    const old = client;
    client = null;
    live = false;
    await old?.end({ timeout: 0 }).catch(() => {});
  }

  function schedule(task: () => Promise<void>, delay: number): void {
    clearTimeout(timer);
    if (closed) return;
    timer = setTimeout(() => void task(), delay);
    timer.unref();
  }
}

function connect(url: string, onNotify: () => void, onClose: () => void): postgres.Sql {
  // postgres.js's own listen() uses `onnotify`; its types omit it.
  const options = {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: CONTENT_CONNECT_SECONDS,
    fetch_types: false,
    onnotice: () => {},
    onnotify: onNotify,
    onclose: onClose,
    connection: { application_name: "foyer content listener" },
  };
  return postgres(url, options);
}
