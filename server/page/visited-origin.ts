import type { Config } from "../config.ts";

/**
 * Decides which origin a page is rendered for. A configured public address always wins. Without
 * one, the `Host` header is trusted only when it names this machine (loopback names) or the
 * configured host, each with the listening port; otherwise the default is used, so that a forged
 * header cannot put links to another site into a cached page.
 * @param origin the origin listened on, which has the actual port.
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

/** The origins of a server without a public address: loopback names and the configured host. */
export function loopbackOrigins(config: Pick<Config, "host">, origin: string): string[] {
  const { port } = new URL(origin);
  const host = config.host.includes(":") ? `[${config.host}]` : config.host;
  return ["localhost", "127.0.0.1", "[::1]", host]
    .filter((name) => name !== "0.0.0.0" && name !== "[::]")
    .map((name) => new URL(`http://${name}${port && `:${port}`}`).origin);
}
