import { IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { Socket } from "node:net";

/**
 * Browsers never send a request before the answer to the one before it, and the libraries that do
 * send a few.
 * @limit requests: requests of a connection that wait for their turn, until it is closed [requests]
 */
const MOST_WAITING = 32;

/** Header lines of all requests that wait, until their connection is closed. */
const MOST_WAITING_LINES = 512;

interface Queue {
  /** The response to the request that is being answered. */
  running: ServerResponse;
  waiting: Parameters<RequestListener>[];
  /** Header lines of those that wait. */
  lines: number;
}

/** The queue of each connection that is answering a request. */
const queues = new WeakMap<Socket, Queue>();

/** The response that a connection is answering a request with, if there is one. */
export function runningResponse(socket: Socket): ServerResponse | undefined {
  return queues.get(socket)?.running;
}

/**
 * Passes on one request of a connection at a time. Those a client sends without waiting for answers
 * (pipelining) wait, while nothing more is read, and are dropped when the connection closes.
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
    // Later, because Node resumes reading at the end of each request.
    setImmediate(() => {
      if (queue.waiting.length > 0) socket.pause();
    });
  };

  function start(...[request, response]: Parameters<RequestListener>): void {
    listener(request, response);
    // Later, or Node would call this between two requests of a chunk, and handle all in one turn.
    response.once("close", () => setImmediate(next, request.socket));
  }

  function next(socket: Socket): void {
    const queue = queues.get(socket);
    if (!queue || !socket.writable) return;
    const following = queue.waiting.shift();
    // The last one's body may not have arrived yet.
    if (queue.waiting.length === 0) socket.resume();
    if (!following) return void queues.delete(socket);
    queue.running = following[1];
    queue.lines -= linesOf(following[0]);
    start(...following);
  }
}

/**
 * A request as Node creates it for every one that it finds in a chunk, which can have 2,500 of them in
 * 64 KiB. The one that is too many looks like a request for another protocol: that ends the parsing,
 * and closes a connection with requests that wait.
 */
export class QueuedRequest extends IncomingMessage {
  declare isUpgrade: boolean;

  get upgrade(): boolean {
    return this.isUpgrade;
  }

  /** Set by Node before it passes the request on. */
  set upgrade(asked: boolean) {
    const { waiting, lines } = queues.get(this.socket) ?? { waiting: [], lines: 0 };
    this.isUpgrade = asked || waiting.length >= MOST_WAITING || lines >= MOST_WAITING_LINES;
  }
}

const linesOf = ({ rawHeaders }: IncomingMessage) => rawHeaders.length / 2;
