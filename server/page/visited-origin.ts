import type { Config } from "../config.ts";

/**
 * Decides which origin a page is rendered for. A configured public address always wins.
 * Without one, the `Host` header is believed only when it names this machine (loopback names)
 * or the configured host, each with the port listened on; a forged header gets the default,
 * so nobody can plant links to their own site in a cached page.
 * @param origin the origin listened on, which carries the actual port.
 */
export function createOriginCheck(
  config: Pick<Config, "host" | "publicUrl">,
  origin: string,
): (request: Request) => string {
  const fallback = config.publicUrl?.origin ?? new URL(origin).origin;
  if (config.publicUrl) return () => fallback;
  const known = new Set(loopbackOrigins(config, fallback));
  return (request) => {
    const visited = `http://${request.headers.get("host")?.toLowerCase() ?? ""}`;
    return known.has(visited) ? visited : fallback;
  };
}

/** The origins a server without a public address goes by: loopback names and the configured host. */
export function loopbackOrigins(config: Pick<Config, "host">, origin: string): string[] {
  const { port } = new URL(origin);
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  return ["localhost", "127.0.0.1", "[::1]", host]
    .filter((name) => name !== "0.0.0.0" && name !== "[::]")
    .map((name) => new URL(`http://${name}${port && `:${port}`}`).origin);
}
