import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface WebhookReceiver {
  url: string;
  calls: { headers: IncomingHttpHeaders; body: string }[];
  stop(): Promise<void>;
}

/** A receiver on the loopback interface that answers with these statuses, then with 200. */
export async function startWebhookReceiver(
  statuses: number[] = [],
  port = 0,
): Promise<WebhookReceiver> {
  const calls: WebhookReceiver["calls"] = [];
  const server = createServer(async (request, response) => {
    calls.push({ headers: request.headers, body: await text(request) });
    response.writeHead(statuses.shift() ?? 200, { location: "/elsewhere" }).end();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    calls,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
