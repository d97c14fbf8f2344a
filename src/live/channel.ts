import { type RealtimeChannel, RealtimeClient } from "@supabase/realtime-js";
import { REALTIME_PATH } from "../../shared/api-paths.ts";
import type { Area } from "../lib/area.ts";
import { readClientConfig } from "../lib/site-config.ts";
import { accessTokenOf } from "../lib/supabase.ts";

export interface Channel {
  /** Joins unless it has, and joins again whenever the connection was lost. */
  join(): void;
  leave(): void;
}

interface ChannelOptions {
  area: Area;
  userId: string;
  onJoined(): void;
  /** Also for each attempt that fails. */
  onLost(): void;
  /** @param table that has changed; `*` when announcements were missed. */
  onAnnouncement(table: string): void;
}

/** The user's private channel, on our own server or on Supabase. */
export function openChannel(options: ChannelOptions): Channel {
  const { supabaseUrl, publishableKey } = readClientConfig();
  const client = new RealtimeClient(`${supabaseUrl.replace(/^http/, "ws")}${REALTIME_PATH}`, {
    params: { apikey: publishableKey },
    accessToken: () => accessTokenOf(options.area),
    // Otherwise it reconnects at once, and without end repeats a join that was refused.
    reconnectAfterMs: () => NEVER_MS,
  });
  let channel: RealtimeChannel | null = null;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  return {
    join,
    leave() {
      clearTimeout(retry);
      retry = undefined;
      failures = 0;
      drop();
      void client.disconnect();
    },
  };

  function join(): void {
    if (channel || retry !== undefined) return;
    channel = client.channel(`live:${options.userId}`, { config: { private: true } });
    void subscribe(channel);
  }

  async function subscribe(joining: RealtimeChannel): Promise<void> {
    // A join without the token is refused.
    await client.setAuth();
    if (channel !== joining) return;
    joining.on("broadcast", { event: "change" }, ({ payload }) =>
      options.onAnnouncement(String(payload?.table)),
    );
    joining.subscribe((status) => {
      if (channel !== joining) return;
      if (status === "SUBSCRIBED") {
        failures = 0;
        return options.onJoined();
      }
      drop();
      failures += 1;
      retry = setTimeout(() => void tryAgain(), pauseBefore(failures));
      options.onLost();
    });
  }

  async function tryAgain(): Promise<void> {
    await client.disconnect();
    retry = undefined;
    // Otherwise once it is shown.
    if (document.visibilityState === "visible") join();
  }

  function drop(): void {
    const dropped = channel;
    // First, because its removal reports another status.
    channel = null;
    if (dropped) void client.removeChannel(dropped);
  }
}

const PAUSES_MS = [2_000, 5_000, 30_000, 120_000];
/** A browser reports each failed attempt in its console. */
const LONGEST_PAUSE_MS = 300_000;

/** Milliseconds, varied so that not all tabs return to a restarted server at once. */
export function pauseBefore(attempt: number): number {
  return (PAUSES_MS[attempt - 1] ?? LONGEST_PAUSE_MS) * (0.5 + Math.random());
}

/** The longest time of a timer. */
const NEVER_MS = 2 ** 31 - 1;
