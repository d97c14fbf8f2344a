import type { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { visitorAddress } from "./visitor-address.ts";

/**
 * Maximum number of connections per address; a browser opens six, and many people may share an
 * address. Behind a trusted proxy, whose connections all visitors share, running requests are
 * counted instead.
 * @limit requests: connections of one address [connections]
 */
const MOST_OF_ADDRESS = 512;

/** Number of connections from which addresses get equal shares, and the minimum share. */
const MOST_OF_ALL = 4096;
const LEAST_OF_ADDRESS = 16;

/**
 * Maximum bytes of responses buffered for slow readers; beyond that, the connections of the address
 * that reads least are closed.
 * @limit requests: responses that wait for slow readers
 */
const UNREAD_BYTES = 64 * 1024 * 1024;

/** Responses below this size, in bytes, are not counted. */
const LARGE_BYTES = 64 * 1024;

/**
 * Limits the connections of an address (IPv6: a /64): their number and their unread bytes. An idle
 * connection is closed in favor of a new one.
 * @param isIdle whether a connection has no running request.
 */
export function countConnections(trustProxy: boolean, isIdle: (socket: Socket) => boolean) {
  const visitors = new Map<string, Set<Socket>>();

  return {
    /** Counts a new connection, unless it is a proxy's, and closes one if there are too many. */
    add(socket: Socket): void {
      if (!trustProxy && !hold(addressOf({ socket, headers: {} }), socket, socket))
        socket.destroy();
    },
    /**
     * Counts a request if connections are not counted.
     * @returns false when its visitor has too many.
     */
    start(request: IncomingMessage, response: ServerResponse): boolean {
      const { socket } = request;
      if (trustProxy && !hold(addressOf(request), socket, response)) return false;
      // The whole response has been passed to the connection, which may not have sent all of it.
      response.once("prefinish", () => {
        if (socket.writableLength >= LARGE_BYTES) dropUnread();
      });
      return true;
    },
  };

  function hold(address: string, socket: Socket, until: EventEmitter): boolean {
    const held = visitors.get(address) ?? new Set();
    const fair = Math.max(LEAST_OF_ADDRESS, MOST_OF_ALL / Math.max(1, visitors.size));
    if (held.size >= Math.min(MOST_OF_ADDRESS, fair)) {
      const idle = [...held].find(isIdle);
      if (!idle) return false;
      held.delete(idle);
      idle.destroy();
    }
    visitors.set(address, held.add(socket));
    until.once("close", () => {
      held.delete(socket);
      if (held.size === 0 && visitors.get(address) === held) visitors.delete(address);
    });
    return true;
  }

  function dropUnread(): void {
    let total = 0;
    let most = 0;
    let slowest = new Set<Socket>();
    for (const held of visitors.values()) {
      let unread = 0;
      for (const { writableLength } of held) unread += writableLength;
      total += unread;
      if (unread > most) [most, slowest] = [unread, held];
    }
    if (total <= UNREAD_BYTES) return;
    for (const socket of slowest) if (socket.writableLength > 0) socket.destroy();
  }
}

function addressOf({ headers, socket }: Pick<IncomingMessage, "headers" | "socket">): string {
  const get = (name: string) => headers[name]?.toString() ?? null;
  return visitorAddress({ get }, { incoming: { socket } }, true);
}
