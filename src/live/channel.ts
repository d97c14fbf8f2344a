import { type RealtimeChannel, RealtimeClient } from "@supabase/realtime-js";
import { liveTopic, REALTIME_PATH } from "../../shared/api-paths.ts";
import type { Area } from "../lib/area.ts";
import { readClientConfig } from "../lib/site-config.ts";
import { accessTokenOf } from "../lib/supabase.ts";

interface ChannelOptions {
  area: Area;
  userId: string;
  onJoined(): void;
  /** Also called for each failed attempt. */
  onLost(): void;
  /** @param table the changed table; `*` when announcements were missed. */
  onAnnouncement(table: string): void;
}

/** The user's private channel, on our own server or on Supabase. */
export function openChannel(options: ChannelOptions) {
  const { supabaseUrl, publishableKey } = readClientConfig();
  const client = new RealtimeClient(`${supabaseUrl.replace(/^http/, "ws")}${REALTIME_PATH}`, {
    params: { apikey: publishableKey },
    accessToken: () => accessTokenOf(options.area),
    // Otherwise realtime-js reconnects at once, and repeats a refused join indefinitely.
    reconnectAfterMs: () => NEVER_MS,
  });
  let channel: RealtimeChannel | null = null;
  /** Whether the channel's join has been answered, or has failed. */
  let isSettled = true;
  let isWanted = false;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Joins unless it has, at once, and joins again whenever the connection was lost. */
    join,
    leave(): void {
      isWanted = false;
      clearTimeout(retry);
      retry = undefined;
      failures = 0;
      // A browser warns of a connection that is closed before it is open.
      if (isSettled) close();
    },
  };

  function join(): void {
    isWanted = true;
    if (channel) return;
    clearTimeout(retry);
    retry = undefined;
    isSettled = false;
    channel = client.channel(liveTopic(options.userId), { config: { private: true } });
    subscribe(channel).catch(() => settle(false));
  }

  async function subscribe(joining: RealtimeChannel): Promise<void> {
    // A join without the token is refused.
    await client.setAuth();
    if (!isWanted || !client.accessTokenValue) return settle(false);
    joining.on("broadcast", { event: "change" }, ({ payload }) =>
      options.onAnnouncement(String(payload?.table)),
    );
    joining.subscribe((status) => {
      if (channel === joining) settle(status === "SUBSCRIBED");
    });
  }

  function settle(isJoined: boolean): void {
    isSettled = true;
    if (isJoined && isWanted) {
      failures = 0;
      options.onJoined();
      return;
    }
    close();
    if (!isWanted) return;
    failures += 1;
    retry = setTimeout(() => {
      retry = undefined;
      // A hidden tab connects once it is shown.
      if (document.visibilityState === "visible") join();
    }, pauseBefore(failures));
    options.onLost();
  }

  function close(): void {
    const closed = channel;
    // Cleared first, because the removal reports another status.
    channel = null;
    if (closed) void client.removeChannel(closed);
    void client.disconnect();
    // realtime-js keeps the joins of failed attempts for the next connection.
    client.sendBuffer.length = 0;
  }
}

const PAUSES_MS = [2_000, 5_000, 30_000, 120_000];
/** A browser reports each failed attempt in its console. */
const LONGEST_PAUSE_MS = 300_000;

/** Milliseconds, varied so that not all tabs return to a restarted server at once. */
export function pauseBefore(attempt: number): number {
  return (PAUSES_MS[attempt - 1] ?? LONGEST_PAUSE_MS) * (0.5 + Math.random());
}

/** Maximum delay of a timer. */
const NEVER_MS = 2 ** 31 - 1;
