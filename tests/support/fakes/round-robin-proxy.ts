import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

export interface RoundRobinProxy {
  origin: string;
  /** Sets the ports of the servers that get requests in turn. */
  setTargets(ports: readonly number[]): void;
  close(): Promise<void>;
}

/**
 * A load balancer: forwards each request to the next server, or to another one if it refuses the
 * connection, and answers 502 if a server dies during a request.
 */
export async function startRoundRobinProxy(): Promise<RoundRobinProxy> {
  let targets: readonly number[] = [];
  let turn = 0;
  const agent = new Agent({ keepAlive: true });
  const server: Server = createServer((incoming, response) => {
    const order = targets.map((_, index) => targets[(turn + index) % targets.length] as number);
    turn++;
    forward(incoming, response, order);
  });
  // Clients keep connections longer than Node's default of five seconds.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  function forward(incoming: IncomingMessage, response: ServerResponse, ports: readonly number[]) {
    const [port, ...others] = ports;
    if (port === undefined) return fail(response);
    const { method, url, headers } = incoming;
    const outgoing = request({
      agent,
      host: "127.0.0.1",
      port,
      method,
      path: url,
      headers: { ...headers, "x-forwarded-for": headers["x-forwarded-for"] ?? "127.0.0.1" },
    });
    outgoing.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
      answer.on("error", () => response.destroy());
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      // The connection was refused before anything was sent, so another server can answer.
      if (error.code === "ECONNREFUSED") return forward(incoming, response, others);
      incoming.unpipe(outgoing);
      fail(response);
    });
    response.on("close", () => {
      // A finished request's connection may already be used by the next one.
      if (!response.writableFinished) outgoing.destroy();
    });
    outgoing.on("socket", (socket) => {
      if (!socket.connecting) incoming.pipe(outgoing);
      else socket.once("connect", () => incoming.pipe(outgoing));
    });
  }

  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setTargets: (ports) => {
      targets = ports;
    },
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function fail(response: ServerResponse) {
  if (response.headersSent) response.destroy();
  else response.writeHead(502).end();
}
