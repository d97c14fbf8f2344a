import type { EventEmitter } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { visitorAddress } from "./visitor-address.ts";

/**
 * Connections of one address; a browser opens six, and many people may share an address. Behind a
 * trusted proxy, whose connections are everyone's, requests that are being answered.
 * @limit requests: connections of one address [connections]
 */
const MOST_OF_ADDRESS = 512;

/** Connections from which on addresses share them equally, and those that an address always has. */
const MOST_OF_ALL = 4096;
const LEAST_OF_ADDRESS = 16;

/**
 * Bytes of responses that wait for slow readers, beyond which the address that reads least is cut off.
 * @limit requests: responses that wait for slow readers
 */
const UNREAD_BYTES = 64 * 1024 * 1024;

/** Bytes of one response from which it is worth adding them up. */
const LARGE_BYTES = 64 * 1024;

/**
 * Bounds what the connections of an address hold (IPv6: a /64): their number and what they do not
 * read. An idle connection gives way to a new one.
 * @param isIdle whether a connection has no request that is being answered.
 */
export function countConnections(trustProxy: boolean, isIdle: (socket: Socket) => boolean) {
  const visitors = new Map<string, Set<Socket>>();

  return {
    /** Counts a new connection, unless they are a proxy's; closes one that is too many. */
    add(socket: Socket): void {
      if (!trustProxy && !hold(addressOf({ socket, headers: {} }), socket, socket))
        socket.destroy();
    },
    /** Counts a request, if connections are not. @returns false when its visitor has too many. */
    start(request: IncomingMessage, response: ServerResponse): boolean {
      const { socket } = request;
      if (trustProxy && !hold(addressOf(request), socket, response)) return false;
      // All of the response has been passed to the connection, which may not have sent it.
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
