import type { RequestListener } from "node:http";
import { type Listening, listen } from "../http/listen.ts";
import { TEXT_FORMAT } from "./prometheus.ts";

/** Only programs on this machine can connect. */
const LOOPBACK = "127.0.0.1";

/**
 * Answers `GET /metrics` on a loopback port of its own.
 * @throws {ListenError} naming FOYER_METRICS_PORT.
 */
export async function listenForScrapes(port: number): Promise<Listening> {
  return listen(LOOPBACK, port, { portVariable: "FOYER_METRICS_PORT" });
}

/** @param sections each in the Prometheus text format, rendered for each scrape. */
export function createScrapeListener(
  sections: readonly (() => string | Promise<string>)[],
): RequestListener {
  return (request, response) => {
    void answer().catch(() => response.destroy());

    async function answer(): Promise<void> {
      // A browser on this machine must not read it for a web page whose name resolves to loopback.
      const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(
        request.headers.host ?? "",
      );
      if (!isLocal || request.method !== "GET" || request.url !== "/metrics") {
        response.writeHead(404).end();
        return;
      }
      const texts = await Promise.all(sections.map((section) => section()));
      response.writeHead(200, { "content-type": TEXT_FORMAT, "cache-control": "no-store" });
      response.end(`${texts.join("\n")}\n`);
    }
  };
}
