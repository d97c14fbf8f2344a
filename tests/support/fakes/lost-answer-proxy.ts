import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * Forwards connections to a database until a client sends a given text in a separate chunk; then
 * the connection ends, either before the text is forwarded or after the response.
 * @returns the database's URL through the proxy.
 */
export async function startLostAnswerProxy(
  url: string,
  { text, isAnswered }: { text: string; isAnswered: boolean },
): Promise<{ url: string; stop(): Promise<void> }> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(port), hostname);
    for (const socket of [client, database]) {
      sockets.add(socket.on("error", () => {}));
      socket.on("close", () => [client, database].map((one) => one.destroy()));
    }
    client.on("data", (bytes) => {
      if (!bytes.includes(text)) return database.write(bytes);
      if (!isAnswered) return client.destroy();
      database.removeAllListeners("data").once("data", () => client.destroy());
      return database.write(bytes);
    });
    database.on("data", (bytes) => client.write(bytes));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: through.href,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
