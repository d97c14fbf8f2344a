import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import { promisify } from "node:util";
import { PlainError } from "../plain-error.ts";
import { oneAtATime, QueuedRequest, runningResponse } from "./request-queue.ts";
import { rawResponse } from "./security-headers.ts";
import { countConnections } from "./visitor-connections.ts";

/**
 * Milliseconds without a byte in either direction until a connection is closed.
 * @limit requests: silence on a connection
 */
const IDLE_CONNECTION_MS = 2 * 60_000;

/** Maximum milliseconds for receiving a request's headers. */
const REQUEST_HEADERS_MS = 15_000;

/** Milliseconds a connection stays open for the next request. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Maximum number of header lines of a request, Apache's default; Node itself would ignore further
 * ones.
 * @limit requests: header lines of a request [lines]
 */
const MOST_HEADERS = 100;

/**
 * Bytes of a body that are received before the server asks for them. Node 20 would pause and resume
 * the connection for every 64 KiB.
 */
const READ_AHEAD_BYTES = 256 * 1024;

/** Milliseconds for which a client may keep sending data that is discarded. */
const UNREAD_BODY_MS = 30_000;

/** The address cannot be listened on. */
export class ListenError extends PlainError {
  override name = "ListenError";
}

/**
 * Handles an upgrade request.
 * @returns false when the request must be answered as usual.
 */
export type UpgradeListener = (
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
) => Promise<boolean>;

interface ListenOptions {
  headers?: Record<string, string>;
  trustProxy?: boolean;
  unreadMs?: number;
  portVariable?: string;
}

export interface Listening {
  /** The actual port; differs from the requested one when that was 0. */
  port: number;
  /** Starts handling requests, beginning with those already waiting. */
  serve(listener: RequestListener, upgrade?: UpgradeListener): void;
  /** Number of open connections, including idle ones. */
  connections(): Promise<number>;
  /** Accepts no new requests, lets running ones finish for up to `graceMs`, then closes them. */
  close(graceMs: number): Promise<void>;
}

/**
 * Binds the address immediately, so that a taken port is reported before the database starts;
 * requests that arrive before `serve()` wait.
 * @param headers of every response that does not set them.
 * @param portVariable the setting that an error about the port names.
 * @throws {ListenError} naming the setting to change.
 */
export async function listen(
  host: string,
  port: number,
  {
    headers = {},
    trustProxy = false,
    unreadMs = UNREAD_BODY_MS,
    portVariable = "PORT",
  }: ListenOptions = {},
): Promise<Listening> {
  let serve: Listening["serve"] = () => {};
  const ready = new Promise<Parameters<Listening["serve"]>>((resolve) => {
    serve = (...listeners) => resolve(listeners);
  });
  const detached = new Set<Socket>();
  const connections = countConnections(
    trustProxy,
    (socket) => !runningResponse(socket) && !detached.has(socket),
  );
  const answer: Answer = (request, response, refusal = refusalOf(request)) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const refused = refusal ?? (connections.start(request, response) ? null : TOO_MANY);
    if (!refused) return void ready.then(([listener]) => listener(request, response));
    const [status, reason] = refused;
    response.writeHead(status, { connection: "close" }).end(`${STATUS_CODES[status]}: ${reason}`);
  };
  const queued = oneAtATime((request, response) => {
    endWhenUnread(request, response, unreadMs);
    answer(request, response);
  });
  const server = createServer(
    {
      // Slow headers are noticed this much late at most, with Node's default 30 seconds. More
      // frequent checks would wake an idle server more often.
      connectionsCheckingInterval: 10_000,
      // Node's own answer would not wait for its turn in the queue.
      requireHostHeader: false,
      highWaterMark: READ_AHEAD_BYTES,
      IncomingMessage: QueuedRequest,
    },
    queued,
  );
  server.maxHeadersCount = MOST_HEADERS;
  server.on("connection", connections.add);
  server.on("checkExpectation", queued);
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    if (!socket.writable || runningResponse(socket)?.headersSent) return socket.destroy();
    socket.write(rawResponse(STATUS_OF_ERROR[error.code ?? ""] ?? 400, headers));
    socket.destroySoon();
  });
  server.on("upgrade", async (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // From here on, Node neither handles the socket's errors nor closes it with the server.
    socket.on("error", () => {});
    detached.add(socket);
    socket.once("close", () => detached.delete(socket));
    // Behind a request that is not answered yet, two responses would be written at once.
    if (runningResponse(socket)) return socket.destroy();
    const [, upgrade] = await ready;
    if (!refusalOf(request) && (await upgrade?.(request, socket, head).catch(() => false))) return;
    answerWithoutUpgrade(request, socket, answer);
  });
  // Slow senders must not hold a connection indefinitely. An upload may take any time as long as
  // data keeps arriving (`storage/receive-upload.ts`), and so may a download.
  server.headersTimeout = REQUEST_HEADERS_MS;
  server.requestTimeout = 0;
  server.timeout = IDLE_CONNECTION_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await bind(server, host, port, portVariable);
  return {
    port: (server.address() as { port: number }).port,
    serve,
    connections: promisify(server.getConnections.bind(server)),
    close: (graceMs) => close(server, detached, graceMs),
  };
}

/**
 * Some programs offer protocols that are not supported (`h2c`) and expect a normal answer. Node no
 * longer reads this connection's requests, so it closes after the response.
 */
function answerWithoutUpgrade(request: IncomingMessage, socket: Socket, answer: Answer): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once("finish", () => socket.end());
  socket.setTimeout(IDLE_CONNECTION_MS, () => socket.destroy());
  socket.resume();
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  // The request has a body that was not read.
  const hasBody = (length ?? "0") !== "0" || encoding;
  answer(request, response, hasBody ? [400, "Upgrade"] : refusalOf(request));
}

type Answer = (
  request: IncomingMessage,
  response: ServerResponse<IncomingMessage>,
  refusal?: Refusal | null,
) => void;

type Refusal = readonly [status: number, reason: string];

const TOO_MANY: Refusal = [429, "too many requests at once"];

/** Refuses two `Host` lines: a proxy may have used the one that Node.js ignores (RFC 9112, 3.2). */
function refusalOf({
  headers,
  headersDistinct,
  httpVersion,
  rawHeaders,
}: IncomingMessage): Refusal | null {
  const hosts = headersDistinct.host?.length ?? 0;
  if (hosts > 1 || (hosts === 0 && httpVersion === "1.1")) return [400, "Host"];
  if (rawHeaders.length >= 2 * MOST_HEADERS) return [431, "too many lines"];
  return /^(100-continue)?$/i.test(headers.expect ?? "") ? null : [417, "Expect"];
}

/**
 * Statuses for errors of Node's parser, equal to those of its own answers, which lack our headers.
 */
const STATUS_OF_ERROR: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Most clients read the response only after sending everything; one that never finishes is cut off.
 */
function endWhenUnread(request: IncomingMessage, response: ServerResponse, unreadMs: number) {
  response.once("finish", () => {
    if (request.complete) return;
    const timer = setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, unreadMs);
    // The request's close event, because the socket may carry many requests.
    request.once("close", () => clearTimeout(timer));
  });
}

function bind(server: Server, host: string, port: number, portVariable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new ListenError(explain(error, host, port, portVariable), { cause: error })),
    );
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

function explain(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  portVariable: string,
): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken by another program. Stop it, or set ${portVariable} to another number.`;
    case "EACCES":
      return `Port ${port} may not be used by this account. Set ${portVariable} to a number above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST ${host} is not an address of this machine.`;
    default:
      return `Foyer cannot listen on ${host}:${port}: ${error.message}.`;
  }
}

function close(server: Server, detached: Set<Socket>, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.closeAllConnections();
      for (const socket of detached) socket.destroy();
    }, graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
