import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * The network between a device and its server: plain TCP, so that WebSockets pass as well. Only the
 * first line of a request is parsed, to find the writes whose responses are to be lost.
 */
export interface Network {
  origin: string;
  /** Ends every connection and refuses new ones until `connect`. */
  cut(): void;
  /** Ends cuts, delays and losses. */
  connect(): void;
  /** Milliseconds by which each chunk of a response is delayed. */
  delay(ms: number): void;
  /** Closes the connection of the next write instead of forwarding its response. */
  loseAnswer(): void;
  /** Closes the connection of the next write instead of forwarding it. */
  loseRequest(): void;
  isCut(): boolean;
  counts: { cuts: number; answersLost: number; requestsLost: number };
  close(): Promise<void>;
}

/** Requests that change something, at the start of a chunk. */
const WRITES = [
  /^(?:POST|PATCH|DELETE) \/rest\/v1\/(?:workspace_files|rpc\/(?:(?:reserve|extend|release)_upload|(?:move|trash|restore|delete)_files|(?:create|revoke)_share))/,
  /^(?:POST|PATCH) \/storage\/v1\/(?:object\/workspace-files|upload\/resumable)/,
  /^(?:POST|PATCH|DELETE) \/rest\/v1\/(?:\w+_(?:notes|tasks)\b|rpc\/(?:change_tasks|(?:restore|archive)_\w+))/,
  /^POST \/rest\/v1\/rpc\/(?:rename_label|import_notes)/,
];

/**
 * Maximum milliseconds after which Chromium repeats a request that got no response on a reused
 * connection. Repeated requests must be lost as well, because otherwise no page would miss a
 * response.
 */
const RESEND_MS = 200;

/** @param port returns the server's port, which may change after a restart. */
export async function startNetwork(port: () => number): Promise<Network> {
  const sockets = new Set<Socket>();
  const counts = { cuts: 0, answersLost: 0, requestsLost: 0 };
  let isCut = false;
  let delayMs = 0;
  let losing: "answer" | "request" | null = null;
  /** Time until which requests that the browser repeats are lost as well. */
  let losesUntil = 0;
  const server = createServer((client) => {
    if (isCut) return client.destroy();
    const service = connect(port(), "127.0.0.1");
    let swallows = false;
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(socket.on("error", () => {}));
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on("data", (bytes) => {
      const line = bytes.subarray(0, 80).toString("latin1");
      if (WRITES.some((write) => write.test(line))) {
        if (Date.now() < losesUntil) return client.destroy();
        if (losing === "request") {
          counts.requestsLost += 1;
          losesUntil = Date.now() + RESEND_MS;
        }
        if (losing === "answer") swallows = true;
        losing = null;
        if (Date.now() < losesUntil) return client.destroy();
      }
      service.write(bytes);
    });
    service.on("data", (bytes) => {
      if (swallows) {
        // The server responds after its commit.
        counts.answersLost += 1;
        losesUntil = Date.now() + RESEND_MS;
        return client.destroy();
      }
      if (delayMs === 0) return client.write(bytes);
      // Chunks stay in order, because timers of the same duration fire in the order in which they
      // were set.
      setTimeout(() => client.destroyed || client.write(bytes), delayMs);
    });
    // Half-closed connections do not occur between browsers and the server.
    service.on("end", () =>
      delayMs === 0 ? client.end() : setTimeout(() => client.end(), delayMs),
    );
    client.on("end", () => service.end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      if (!isCut) counts.cuts += 1;
      isCut = true;
      endAll();
    },
    connect() {
      isCut = false;
      delayMs = 0;
      losing = null;
      losesUntil = 0;
    },
    delay(ms) {
      delayMs = ms;
    },
    loseAnswer() {
      losing = "answer";
    },
    loseRequest() {
      losing = "request";
    },
    isCut: () => isCut,
    counts,
    async close() {
      endAll();
      server.close();
      await once(server, "close");
    },
  };
}
