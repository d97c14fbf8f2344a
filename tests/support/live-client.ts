import { RealtimeClient } from "@supabase/realtime-js";
import ws from "ws";

interface LiveSite {
  url: string;
  secrets: { publishableKey: string };
}

interface LiveOptions {
  topic: string;
  token: string | null;
  isPrivate?: boolean;
  version?: string;
}

export interface LiveClient {
  /** Statuses of the subscription and texts of refusals, in order. */
  statuses: string[];
  messages: { table: string; revision?: string }[];
  client: RealtimeClient;
  stop(): void;
}

/** An unmodified realtime-js client that joins one channel. */
export async function joinLive(
  { url, secrets }: LiveSite,
  { topic, token, isPrivate = true, version = "2.0.0" }: LiveOptions,
): Promise<LiveClient> {
  const client = new RealtimeClient(`${url.replace(/^http/, "ws")}/realtime/v1`, {
    params: { apikey: secrets.publishableKey },
    transport: ws as never,
    vsn: version,
  });
  if (token) await client.setAuth(token);
  const found: LiveClient = { statuses: [], messages: [], client, stop };
  const channel = client
    .channel(topic, { config: { private: isPrivate } })
    .on("broadcast", { event: "change" }, ({ payload }) => found.messages.push(payload))
    .subscribe((status, error) => {
      found.statuses.push(error ? `${status}: ${error.message}` : status);
    });
  return found;

  function stop() {
    channel.teardown();
    void client.disconnect();
  }
}

/** The result of joining this user's channel: "ok", or 403 with the reason. */
export async function joinsLive(
  site: LiveSite,
  userId: string,
  token: string | null,
): Promise<Response> {
  const { socket, received, opened, ended } = openSocket(site);
  await opened;
  const payload = { config: { private: true }, access_token: token ?? site.secrets.publishableKey };
  socket.send(JSON.stringify(["1", "1", `realtime:live:${userId}`, "phx_join", payload]));
  await new Promise((resolve) => socket.once("message", resolve));
  socket.terminate();
  await ended;
  const [, , , , reply] = received[0] ?? [];
  const { status, response } = reply as { status: string; response: { reason?: string } };
  return new Response(response.reason ?? "joined", { status: status === "ok" ? 200 : 403 });
}

/**
 * A plain WebSocket, for messages that realtime-js cannot send.
 * @returns the close code, or the status of a refused upgrade.
 */
export function openSocket(
  { url, secrets }: LiveSite,
  {
    key = secrets.publishableKey,
    query = "&vsn=2.0.0",
    origin,
  }: { key?: string; query?: string; origin?: string } = {},
) {
  const socket = new ws(
    `${url.replace(/^http/, "ws")}/realtime/v1/websocket?apikey=${key}${query}`,
    {
      ...(origin !== undefined && { origin }),
    },
  );
  const received: unknown[][] = [];
  socket.on("message", (data) => received.push(JSON.parse(String(data))));
  const ended = new Promise<number>((resolve) => {
    socket.on("unexpected-response", (_, { statusCode = 0 }) => resolve(statusCode));
    socket.on("close", (code) => resolve(code));
    socket.on("error", () => {});
  });
  const opened = new Promise<void>((resolve) => socket.on("open", () => resolve()));
  return { socket, received, ended, opened };
}
