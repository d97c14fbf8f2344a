import type { ServerResponse } from "node:http";
import { isIP } from "node:net";

/** The connection of a request, from the HTTP server; in-process callers only set the address. */
export interface Connection {
  incoming?: {
    /** Whether the request body has been received completely. */
    complete?: boolean;
    httpVersion?: string;
    socket: { remoteAddress?: string | undefined; bytesRead?: number };
  };
  /** The response being sent. */
  outgoing?: Pick<ServerResponse, "destroyed" | "once" | "socket">;
  address?: string;
  /** Whether the request comes from this server itself, to render the page. */
  isOwn?: boolean;
}

/**
 * The address that limits are counted under: the socket's address or, only behind a trusted proxy,
 * the right-most `X-Forwarded-For` entry, which that proxy wrote itself. IPv4-mapped addresses
 * become IPv4; IPv6 is truncated to its /64, which belongs to a single visitor.
 */
export function visitorAddress(
  headers: Pick<Headers, "get">,
  connection: Connection | undefined,
  trustProxy: boolean,
): string {
  if (connection?.address) return connection.address;
  const forwarded = trustProxy ? headers.get("x-forwarded-for")?.split(",").at(-1) : undefined;
  return (
    normalizeAddress(forwarded ?? "") ??
    normalizeAddress(connection?.incoming?.socket.remoteAddress ?? "") ??
    "unknown"
  );
}

/** A canonical spelling of an address, or null if it is invalid. A port is dropped. */
export function normalizeAddress(text: string): string | null {
  const trimmed = text.trim();
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? withoutPort(trimmed);
  const address = bare.split("%")[0] ?? "";
  if (isIP(address) === 4) return address;
  if (isIP(address) !== 6) return null;
  const groups = expand(address);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (mapped) {
    const [high = 0, low = 0] = groups.slice(6);
    return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`;
}

/**
 * The network of a {@link visitorAddress}, `/24` or `/48`, which the sign-in log stores instead of
 * the address. Null for an unknown address.
 */
export function networkOf(address: string): string | null {
  if (isIP(address) === 4) return address.replace(/\.\d+$/, ".0/24");
  const groups = /^((?:[0-9a-f]+:){3})[0-9a-f]+::\/64$/.exec(address)?.[1];
  return groups ? `${groups}:/48` : null;
}

function withoutPort(text: string): string {
  return /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
}

/** Expands a valid IPv6 address to its eight groups. */
function expand(address: string): number[] {
  const [head = "", tail] = ipv4TailToHex(address).split("::");
  const parse = (part: string) =>
    part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
  if (tail === undefined) return parse(head);
  const [left, right] = [parse(head), parse(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

function ipv4TailToHex(address: string): string {
  const match = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  if (!match) return address;
  const [a = 0, b = 0, c = 0, d = 0] = match.slice(2).map(Number);
  return `${match[1]}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}
