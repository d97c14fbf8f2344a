import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from "node:http";
import { type AddressInfo, isIP } from "node:net";

export interface Edge {
  url: string;
  /** Targets of the calls of each function, by name. */
  functions: Map<string, string>;
  /** The setting `security_sb_forwarded_for_enabled` of Auth. */
  countsForwarded: boolean;
  stop(): Promise<void>;
}

/** Answers a request of Auth in place of the lab; false to leave it to the lab. */
export type AuthRoute = (incoming: IncomingMessage, answer: ServerResponse) => Promise<boolean>;

/**
 * Auth's maximum number of sign-ins at once from one address. The part of its limit that refills
 * with time is not simulated.
 */
export const SIGN_IN_BURST = 30;

/**
 * Stands in for components in front of a hosted project that the lab lacks: a proxy that appends
 * the caller's address to `x-forwarded-for`, and Auth's limit of sign-ins by address, which uses
 * `sb-forwarded-for` only if this is enabled, and only beside a secret key.
 * @param project the lab, which gets every other request.
 */
export async function startEdge(
  project: { url: string; secretKey: string },
  authRoute: AuthRoute = async () => false,
): Promise<Edge> {
  const signIns = new Map<string, number>();
  const edge = { functions: new Map<string, string>(), countsForwarded: false };
  const server = createServer((incoming, answer) => {
    handle(incoming, answer).catch((error: Error) => send(answer, 502, { message: error.message }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  async function handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { headers, socket } = incoming;
    const { pathname } = new URL(incoming.url ?? "/", project.url);
    const caller = socket.remoteAddress ?? "";
    const appended = {
      ...headers,
      "x-forwarded-for": [headers["x-forwarded-for"], caller].filter(Boolean).join(", "),
    };
    const called = /^\/functions\/v1\/([\w-]+)$/.exec(pathname)?.[1];
    if (called) return forward(incoming, answer, edge.functions.get(called) ?? "", appended);
    if (pathname === "/auth/v1/token" && isOverLimit(headers, caller)) {
      const code = "over_request_rate_limit";
      return send(answer, 429, { code, message: "Request rate limit reached" });
    }
    if (pathname.startsWith("/auth/v1/") && (await authRoute(incoming, answer))) return;
    return forward(incoming, answer, `${project.url}${incoming.url}`, appended);
  }

  function isOverLimit(headers: IncomingHttpHeaders, caller: string): boolean {
    const [named = ""] = String(headers["sb-forwarded-for"] ?? "").split(",");
    const believed = edge.countsForwarded && headers.apikey === project.secretKey;
    const address = believed && isIP(named.trim()) ? named.trim() : caller;
    const count = (signIns.get(address) ?? 0) + 1;
    signIns.set(address, count);
    return count > SIGN_IN_BURST;
  }

  return Object.assign(edge, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

export function send(answer: ServerResponse, status: number, body: object): void {
  answer.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function forward(
  incoming: IncomingMessage,
  answer: ServerResponse,
  url: string,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const outgoing = request(url, {
    method: incoming.method,
    headers: { ...headers, host: new URL(url).host },
  });
  incoming.pipe(outgoing);
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  answer.writeHead(response.statusCode ?? 502, response.headers);
  response.pipe(answer);
}
