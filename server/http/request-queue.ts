import { IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Maximum number of pipelined requests per connection before it is closed. Browsers never send a
 * request before the answer to the previous one; a few libraries do.
 * @limit requests: requests of a connection that wait for their turn, until it is closed [requests]
 */
const MOST_WAITING = 32;

/** Maximum number of header lines of all waiting requests before their connection is closed. */
const MOST_WAITING_LINES = 512;

interface Queue {
  running: ServerResponse;
  waiting: Parameters<RequestListener>[];
  /** Number of header lines of the waiting requests. */
  lines: number;
}

/** The queue of each connection with a running request. */
const queues = new WeakMap<Socket, Queue>();

/** The response that a connection is currently writing, if there is one. */
export function runningResponse(socket: Socket): ServerResponse | undefined {
  return queues.get(socket)?.running;
}

/**
 * Passes on one request of a connection at a time. Pipelined requests wait while nothing more is
 * read, and are dropped when the connection closes.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket);
    if (!queue) {
      queues.set(socket, { running: response, waiting: [], lines: 0 });
      return start(request, response);
    }
    queue.waiting.push([request, response]);
    queue.lines += linesOf(request);
    // Deferred, because Node resumes reading at the end of each request.
    setImmediate(() => {
      if (queue.waiting.length > 0) socket.pause();
    });
  };

  function start(...[request, response]: Parameters<RequestListener>): void {
    listener(request, response);
    // Deferred, because Node would otherwise handle all requests of a chunk in one turn.
    response.once("close", () => setImmediate(next, request.socket));
  }

  function next(socket: Socket): void {
    const queue = queues.get(socket);
    if (!queue || !socket.writable) return;
    const following = queue.waiting.shift();
    // The body of the last request may not have arrived yet.
    if (queue.waiting.length === 0) socket.resume();
    if (!following) return void queues.delete(socket);
    queue.running = following[1];
    queue.lines -= linesOf(following[0]);
    start(...following);
  }
}

/**
 * Node creates a request for each one that it finds in a chunk, which can contain 2,500 in 64 KiB.
 * A request above the limit pretends to be an upgrade, which ends the parsing and closes the
 * connection with its waiting requests.
 */
export class QueuedRequest extends IncomingMessage {
  declare isUpgrade: boolean;

  get upgrade(): boolean {
    return this.isUpgrade;
  }

  /** Set by Node before it emits the request. */
  set upgrade(asked: boolean) {
    const { waiting, lines } = queues.get(this.socket) ?? { waiting: [], lines: 0 };
    this.isUpgrade = asked || waiting.length >= MOST_WAITING || lines >= MOST_WAITING_LINES;
  }
}

const linesOf = ({ rawHeaders }: IncomingMessage) => rawHeaders.length / 2;
