import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { z } from "zod";
import { REALTIME_PATH } from "../../shared/api-paths.ts";
import { type Caller, callerRefusal, identifyCaller } from "../auth/caller.ts";
import type { ServerDeps } from "../deps.ts";
import { ownOrigins } from "../http/cors.ts";
import { siteError } from "../http/error-responses.ts";
import { rawResponse, securityHeadersFor } from "../http/security-headers.ts";
import { visitorAddress } from "../http/visitor-address.ts";
import { runAsCaller } from "../storage/run-as-caller.ts";
import { type ConnectionDeps, LiveConnection, SERVICE_RESTART } from "./connection.ts";
import type { ProtocolVersion } from "./protocol.ts";

/**
 * Maximum bytes of a message to the server; a join with its token takes about 2,000.
 * @limit requests: a message of a live connection
 */
const MESSAGE_BYTES = 64 * 1024;

/** @limit requests: live connections of one user to one server [connections] */
const MOST_OF_USER = 20;

/** Maximum number of connections that have not joined, per address and in total. */
const MOST_WAITING_OF_ADDRESS = 20;
const MOST_WAITING = 200;

/**
 * Milliseconds between checks whether the joined sessions have ended.
 * @limit requests: a live connection of an ended session is closed within
 */
const CHECK_MS = 20_000;

/** Maximum milliseconds for closing handshakes when the server stops. */
const CLOSE_MS = 300;

export interface Live {
  /**
   * Handles an upgrade request.
   * @returns false if the request must be answered as usual.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<boolean>;
  /** The response to an upgrade request that is refused. */
  refuse(request: Request): Promise<Response>;
  /** Closes all connections; the browsers join another server, or this one once it has started. */
  close(): Promise<void>;
}

/** Payload that `private.announce` sends. */
const notification = z.object({
  topic: z.string(),
  message: z.looseObject({ table: z.string() }),
});

/**
 * Notifies the browsers of a signed-in user which tables have changed, like Supabase Realtime. A
 * connection is a private channel of the Phoenix protocol and only receives.
 */
export function openLive(
  deps: Pick<ServerDeps, "config" | "database" | "origin" | "secrets">,
): Live {
  const { config, database, origin, secrets } = deps;
  const origins = ownOrigins(origin);
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  // The answer of ws would lack our headers.
  server.on("wsClientError", (_error, socket: Duplex) =>
    socket.end(rawResponse(400, securityHeadersFor(config))),
  );
  /** All connections with their addresses. */
  const connections = new Map<LiveConnection, string>();
  const channels = new Map<string, Set<LiveConnection>>();
  let closed = false;

  const { session } = database;
  const stopListening = session.listen("live", announce, () => {
    // After a reconnect, all tables count as changed, because announcements may have been missed.
    if (session.live) for (const one of connections.keys()) one.announce({ table: "*" });
  });
  const timer = setInterval(() => void checkAll([...connections.keys()]), CHECK_MS);
  timer.unref();

  return {
    async upgrade(request, socket, head) {
      const headers = headersOf(request);
      const url = URL.canParse(request.url ?? "", origin) && new URL(request.url ?? "", origin);
      if (!url || url.pathname !== SOCKET_PATH || (await refusalOf(url, headers))) return false;
      const address = visitorAddress(headers, { incoming: request as never }, config.trustProxy);
      if (closed || isFull(address)) return false;
      server.handleUpgrade(request, socket, head, (accepted) => {
        const connection: LiveConnection = new LiveConnection(accepted, depsOf(url));
        connections.set(connection, address);
        accepted.on("close", () => connections.delete(connection));
      });
      return true;
    },
    async refuse(request) {
      const refusal = await refusalOf(new URL(request.url), request.headers);
      if (refusal) return refusal;
      const asksForUpgrade = request.headers.get("upgrade")?.toLowerCase() === "websocket";
      if (asksForUpgrade) return siteError(503, "Too many connections.");
      return siteError(426, "This address answers WebSockets only.");
    },
    async close() {
      closed = true;
      clearInterval(timer);
      stopListening();
      for (const connection of connections.keys()) connection.close(SERVICE_RESTART);
      const until = Date.now() + CLOSE_MS;
      while (connections.size > 0 && Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      for (const connection of connections.keys()) connection.terminate();
    },
  };

  /** Null if the request comes from a page of this site with a valid key. */
  async function refusalOf(url: URL, headers: Headers): Promise<Response | null> {
    const from = headers.get("origin");
    // Other programs than browsers send no origin.
    if (from !== null && !origins.has(from)) return siteError(403, "Another site's page.");
    const found = await identifyCaller(keyHeaders(url, headers.get("user-agent")), deps);
    if ("refusal" in found) return callerRefusal(found.refusal).getResponse();
    if (!versionOf(url)) return siteError(400, "vsn must be 1.0.0 or 2.0.0.");
    return null;
  }

  function isFull(address: string): boolean {
    const waiting = [...connections].filter(([{ isJoined }]) => !isJoined);
    const ofAddress = waiting.filter(([, other]) => other === address);
    return waiting.length >= MOST_WAITING || ofAddress.length >= MOST_WAITING_OF_ADDRESS;
  }

  function depsOf(url: URL): ConnectionDeps {
    return {
      version: versionOf(url) ?? "2.0.0",
      async admit(token) {
        const headers = keyHeaders(url, null);
        headers.set("authorization", `Bearer ${token}`);
        const found = await identifyCaller(headers, { secrets, origin });
        if ("refusal" in found) return `Unauthorized: ${found.refusal}`;
        if (await hasRole(found.caller)) return found.caller;
        return "Unauthorized: this session has ended, or has no role.";
      },
      enter(topic, connection) {
        const joined = channels.get(topic) ?? new Set();
        if (joined.size >= MOST_OF_USER) return false;
        channels.set(topic, joined.add(connection));
        return true;
      },
      leave(topic, connection) {
        const joined = channels.get(topic);
        joined?.delete(connection);
        if (joined?.size === 0) channels.delete(topic);
      },
    };
  }

  async function hasRole(caller: Caller): Promise<boolean> {
    return runAsCaller(database.sql, caller, async (tx) => {
      const [row] = await tx<{ role: string | null }[]>`select private.app_role() as role`;
      return typeof row?.role === "string";
    });
  }

  function announce(payload: string): void {
    const { data } = notification.safeParse(JSON.parse(payload));
    if (!data) return;
    const { topic, message } = data;
    const joined = [...(channels.get(topic) ?? [])];
    for (const connection of joined) connection.announce(message);
    // A forced logout ends the connections as well.
    if (message.table === "sessions") void checkAll(joined);
  }
}

const SOCKET_PATH = `${REALTIME_PATH}/websocket`;

async function checkAll(connections: readonly LiveConnection[]): Promise<void> {
  for (const connection of connections) await connection.check();
}

/** Browsers cannot set headers of a WebSocket, so realtime-js sends the key in the URL. */
function keyHeaders(url: URL, userAgent: string | null): Headers {
  const key = url.searchParams.get("apikey") ?? "";
  return new Headers({
    // Other characters are invalid both in a header and in a key.
    apikey: /^[\w.-]*$/.test(key) ? key : "invalid",
    ...(userAgent !== null && { "user-agent": userAgent }),
  });
}

function versionOf(url: URL): ProtocolVersion | null {
  const version = url.searchParams.get("vsn") ?? "1.0.0";
  return version === "1.0.0" || version === "2.0.0" ? version : null;
}

function headersOf({ headers }: IncomingMessage): Headers {
  const copied = new Headers();
  for (const [name, value] of Object.entries(headers)) copied.set(name, String(value));
  return copied;
}
