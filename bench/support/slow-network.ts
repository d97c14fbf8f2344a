import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** The network of Lighthouse's mobile preset: milliseconds per round trip, bytes per second. */
const ROUND_TRIP_MS = 150;
const BYTES_PER_SECOND = 1_638_400 / 8;

/**
 * A SOCKS 5 proxy whose connections together have the throughput and round trips of a phone.
 * Lighthouse's own throttling delays whole requests instead, by 562 ms each. With a proxy, opening
 * a connection takes a round trip for the browser, too, which meanwhile may give the request to
 * another connection; on loopback every connection would be open at once.
 */
export async function startSlowNetwork() {
  const sockets = new Set<Socket>();
  let free = 0;
  const server = createServer(async (client) => {
    client.on("error", () => client.destroy());
    const upstream = await greet(client).catch(() => client.destroy());
    if (!upstream) return;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    void pass(client, upstream, () => 0);
    void pass(upstream, client, (bytes) => {
      free = Math.max(free, performance.now()) + (bytes / BYTES_PER_SECOND) * 1000;
      return free - performance.now();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The proxy has no port.");
  return {
    /** For the browser, as `{ proxy: { server } }`. */
    proxy: `socks5://127.0.0.1:${address.port}`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Answers the handshake (RFC 1928) after a round trip, and connects to the port it names. */
async function greet(client: Socket): Promise<Socket> {
  await once(client, "data");
  client.write(Buffer.from([5, 0]));
  const [request] = (await once(client, "data")) as [Buffer];
  client.pause();
  const upstream = connect(request.readUInt16BE(request.length - 2), "127.0.0.1");
  await Promise.all([once(upstream, "connect"), delay(ROUND_TRIP_MS)]);
  client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
  return upstream;
}

/** Passes data on after half a round trip and the time it waits for the link, packet by packet. */
async function pass(from: Socket, to: Socket, waiting: (bytes: number) => number) {
  const PACKET = 1460;
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += PACKET) {
        const packet = chunk.subarray(at, at + PACKET);
        const due = waiting(packet.length) + ROUND_TRIP_MS / 2;
        setTimeout(() => to.writable && to.write(packet), due);
      }
    }
  } catch {
    // The other side has closed the connection.
  }
}
