import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { promisify } from "node:util";
import { PlainError } from "../plain-error.ts";

/**
 * Milliseconds without a byte in either direction until a connection is closed.
 * @limit requests: silence on a connection
 */
const IDLE_CONNECTION_MS = 2 * 60_000;

/** Milliseconds for a request's headers; slow senders must not hold a connection. */
const REQUEST_HEADERS_MS = 15_000;

/** Milliseconds a connection stays open for the next request. */
const KEEP_ALIVE_MS = 10_000;

/** Milliseconds for which a client may keep sending data that is no longer read. */
const UNREAD_BODY_MS = 30_000;

/** The address cannot be listened on. */
export class ListenError extends PlainError {
  override name = "ListenError";
}

/** Answers a request for another protocol. @returns false when it is to be answered as any other. */
export type UpgradeListener = (
  request: IncomingMessage,
  socket: Socket,
  head: Buffer,
) => Promise<boolean>;

export interface Listening {
  /** The actual port; differs from the requested one when that was 0. */
  port: number;
  /** Starts handling requests; those already waiting come first. */
  serve(listener: RequestListener, upgrade?: UpgradeListener): void;
  /** Open connections, idle ones included. */
  connections(): Promise<number>;
  /** Accepts no new requests, lets running ones finish for up to `graceMs`, then closes them. */
  close(graceMs: number): Promise<void>;
}

/**
 * Binds the address immediately, so that a taken port is reported before the database starts;
 * requests that arrive before `serve()` wait.
 * @param portVariable the setting that an error about the port names.
 * @throws {ListenError} naming the setting to change.
 */
export async function listen(
  host: string,
  port: number,
  {
    unreadMs = UNREAD_BODY_MS,
    portVariable = "PORT",
  }: { unreadMs?: number; portVariable?: string } = {},
): Promise<Listening> {
  let serve: Listening["serve"] = () => {};
  const ready = new Promise<Parameters<Listening["serve"]>>((resolve) => {
    serve = (...listeners) => resolve(listeners);
  });
  const answer: RequestListener = (request, response) => {
    if (hasOneHost(request)) void ready.then(([listener]) => listener(request, response));
    else response.writeHead(400, { connection: "close" }).end("Bad Request: Host");
  };
  // Node checks for timed-out connections every 30 seconds by default, which would delay each
  // timeout by as much.
  const server = createServer(
    { connectionsCheckingInterval: 5000 },
    oneAtATime((request, response) => {
      endWhenUnread(request, response, unreadMs);
      answer(request, response);
    }),
  );
  const detached = new Set<Socket>();
  server.on("upgrade", async (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // From here on, Node neither handles its errors nor closes it with the server.
    socket.on("error", () => {});
    detached.add(socket);
    socket.once("close", () => detached.delete(socket));
    // Behind a request that is not answered yet, both would write.
    if (queues.has(socket)) return socket.destroy();
    const [, upgrade] = await ready;
    if (hasOneHost(request) && (await upgrade?.(request, socket, head).catch(() => false))) return;
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

/** The requests that wait, of each connection that is answering one. */
const queues = new WeakMap<Socket, Parameters<RequestListener>[]>();

/**
 * Passes on one request of a connection at a time. Those a client sends without waiting for answers
 * (pipelining) wait, while nothing more is read, and are dropped when the connection closes.
 */
function oneAtATime(listener: RequestListener): RequestListener {
  return (request, response) => {
    const queue = queues.get(request.socket);
    if (!queue) {
      queues.set(request.socket, []);
      return start(request, response);
    }
    queue.push([request, response]);
    // Later, because Node resumes reading at the end of each request.
    setImmediate(() => {
      if (queue.length > 0) request.socket.pause();
    });
  };

  function start(...[request, response]: Parameters<RequestListener>): void {
    response.once("close", () => next(request.socket));
    listener(request, response);
  }

  function next(socket: Socket): void {
    const queue = queues.get(socket);
    if (!queue || !socket.writable) return;
    const following = queue.shift();
    // The last one's body may not have arrived yet.
    if (queue.length === 0) socket.resume();
    if (following) start(...following);
    else queues.delete(socket);
  }
}

/**
 * Programs offer protocols that we do not have (`h2c`), and expect to be answered as usual. Node no
 * longer reads this connection's requests, so it closes with the response.
 */
function answerWithoutUpgrade(
  request: IncomingMessage,
  socket: Socket,
  answer: RequestListener,
): void {
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once("finish", () => socket.end());
  socket.setTimeout(IDLE_CONNECTION_MS, () => socket.destroy());
  socket.resume();
  const { "content-length": length, "transfer-encoding": encoding } = request.headers;
  // Its body has not been read.
  if ((length ?? "0") !== "0" || encoding) response.writeHead(400).end("Bad Request: Upgrade");
  else answer(request, response);
}

/**
 * Of two `Host` lines a proxy may have believed one and we the other (RFC 9112, 3.2). Node itself
 * refuses a request of HTTP/1.1 without any.
 */
function hasOneHost({ headersDistinct }: IncomingMessage): boolean {
  return (headersDistinct.host ?? []).length <= 1;
}

/**
 * Most clients read the response only after sending everything; one that never finishes is cut off.
 */
function endWhenUnread(request: IncomingMessage, response: ServerResponse, unreadMs: number) {
  response.once("finish", () => {
    if (request.complete) return;
    const timer = setTimeout(() => {
      if (!request.complete) request.socket.destroy();
    }, unreadMs);
    // Not of the socket, which may have many requests.
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
