import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface CuttableRelay {
  /** Such as `http://127.0.0.1:<port>`. */
  origin: string;
  /** Ends every connection and refuses new ones until the returned function is called. */
  cut(): () => void;
  close(): Promise<void>;
}

/** A relay between a server and a service it uses. */
export async function startCuttableRelay(target: string): Promise<CuttableRelay> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    if (isCut) return client.destroy();
    const service = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, service],
      [service, client],
    ] as const) {
      sockets.add(socket.on("error", () => {}));
      socket.on("close", () => {
        sockets.delete(socket);
        // What it has sent last may still be on its way to a slow reader.
        if (isCut) other.destroy();
        else other.destroySoon();
      });
      socket.pipe(other);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      endAll();
      return () => {
        isCut = false;
      };
    },
    async close() {
      endAll();
      server.close();
      await once(server, "close");
    },
  };
}
