import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A browser with the keys of one subscription. */
export interface FakeBrowser {
  subscription: { endpoint: string; p256dh: string; auth: string };
  /** Decrypts a push (RFC 8291) with Node's own cryptography. */
  read(body: Buffer): Buffer;
}

export interface PushService {
  /** Such as `http://127.0.0.1:<port>`. */
  origin: string;
  /** Statuses of the next responses; then 201. */
  statuses: number[];
  received: { url: string; headers: IncomingHttpHeaders; body: Buffer }[];
  addBrowser(): FakeBrowser;
  stop(): Promise<void>;
}

/** The push service of a browser's vendor, on the loopback interface. */
export async function startPushService(port = 0): Promise<PushService> {
  const statuses: number[] = [];
  const received: PushService["received"] = [];
  const server = createServer(async (request, response) => {
    const { url = "", headers } = request;
    received.push({ url, headers, body: await buffer(request) });
    response.writeHead(statuses.shift() ?? 201, { location: "http://127.0.0.1:1/" }).end();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    statuses,
    received,
    addBrowser: () => createBrowser(`${origin}/send/${randomUUID()}`),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export function createBrowser(endpoint: string): FakeBrowser {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const secret = randomBytes(16);
  return {
    subscription: {
      endpoint,
      p256dh: keys.getPublicKey("base64url"),
      auth: secret.toString("base64url"),
    },
    read(body) {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + (body[20] ?? 0));
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender]);
      const shared = keys.computeSecret(sender);
      const material = Buffer.from(hkdfSync("sha256", shared, secret, info, 32));
      const derive = (name: string, length: number) =>
        Buffer.from(hkdfSync("sha256", material, salt, `Content-Encoding: ${name}\0`, length));
      const cipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
      const encrypted = body.subarray(21 + sender.length);
      cipher.setAuthTag(encrypted.subarray(-16));
      const padded = Buffer.concat([cipher.update(encrypted.subarray(0, -16)), cipher.final()]);
      if (padded.at(-1) !== 2) throw new Error("The last record does not end with 2.");
      return padded.subarray(0, -1);
    },
  };
}
