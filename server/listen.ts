import { createServer, type RequestListener, type Server } from "node:http";

/** The address cannot be listened on. The message is fit to print alone. */
export class ListenError extends Error {
  override name = "ListenError";
}

export interface Listening {
  /** The port in use; differs from the one asked for when that was 0. */
  port: number;
  /** Hands over the requests, those that already wait first. */
  serve(listener: RequestListener): void;
  /** Takes no new request, lets running ones finish for up to `graceMs`, then cuts them. */
  close(graceMs: number): Promise<void>;
}

/**
 * Takes the address at once, so that a taken port is told before a database starts; requests that
 * come before `serve()` wait.
 * @throws {ListenError} naming HOST or PORT.
 */
export async function listen(host: string, port: number): Promise<Listening> {
  let serve: (listener: RequestListener) => void = () => {};
  const ready = new Promise<RequestListener>((resolve) => {
    serve = resolve;
  });
  // Node looks for connections past their time every 30 seconds otherwise, which would add to it.
  const server = createServer({ connectionsCheckingInterval: 5000 }, (request, response) => {
    void ready.then((listener) => listener(request, response));
  });
  // Slow senders may not hold a connection for ever; uploads have no total limit, only these two.
  server.headersTimeout = 15_000;
  server.requestTimeout = 0;
  server.keepAliveTimeout = 10_000;
  await bind(server, host, port);
  return {
    port: (server.address() as { port: number }).port,
    serve,
    close: (graceMs) => close(server, graceMs),
  };
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new ListenError(explain(error, host, port), { cause: error })),
    );
    server.listen(port, host, () => {
      server.removeAllListeners("error");
      resolve();
    });
  });
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken by another program. Stop it, or set PORT to another number.`;
    case "EACCES":
      return `Port ${port} may not be used by this account. Set PORT to a number above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `HOST ${host} is not an address of this machine.`;
    default:
      return `Foyer cannot listen on ${host}:${port}: ${error.message}.`;
  }
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
