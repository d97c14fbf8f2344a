import type { RequestListener } from "node:http";
import { withTimeLimit } from "../../shared/time-limit.ts";
import type { BackupStatus } from "../backups/backup-record.ts";
import type { ScheduleReport } from "../backups/routes.ts";
import type { ServerDeps } from "../deps.ts";
import { type Listening, listen } from "../http/listen.ts";
import { HEALTH_CHECK_MS } from "../limits/limits.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { renderGauge, TEXT_FORMAT } from "./prometheus.ts";
import { createSiteGauges } from "./site-gauges.ts";

/**
 * Starts the metrics and their listener if FOYER_METRICS_PORT is set.
 * @param undo receives a function that stops them.
 * @throws {ListenError} when the port cannot be used.
 */
export async function openMetrics(
  { config, database, log }: Pick<ServerDeps, "config" | "database" | "log">,
  listening: Pick<Listening, "connections">,
  backups: Pick<ScheduleReport, "setting" | "status">,
  undo: (() => Promise<void>)[],
): Promise<Metrics | null> {
  if (config.metricsPort === null) return null;
  const scrapes = await listenForScrapes(config.metricsPort);
  const metrics = createMetrics();
  undo.push(async () => {
    metrics.close();
    await scrapes.close(0);
  });
  const renderConnections = async () =>
    renderGauge("foyer_http_connections", "Open connections.", await listening.connections());
  const gauges = [createSiteGauges(database.sql), createBackupGauges(backups)];
  const sections = [metrics.render, renderConnections, ...gauges];
  scrapes.serve(createScrapeListener(sections));
  log.info(`Metrics are at http://127.0.0.1:${scrapes.port}/metrics`);
  return metrics;
}

/** Only programs on this machine can connect. */
const LOOPBACK = "127.0.0.1";

/**
 * Serves `GET /metrics` on a separate loopback port.
 * @throws {ListenError} naming FOYER_METRICS_PORT.
 */
async function listenForScrapes(port: number): Promise<Listening> {
  return listen(LOOPBACK, port, { portVariable: "FOYER_METRICS_PORT" });
}

/** @param sections texts in the Prometheus format, rendered for each scrape. */
export function createScrapeListener(
  sections: readonly (() => string | Promise<string>)[],
): RequestListener {
  return (request, response) => {
    void answer().catch(() => response.destroy());

    async function answer(): Promise<void> {
      // A web page whose name resolves to loopback must not read the metrics.
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

/** Results of the backup schedule, for alerts; empty while backups are off. */
export function createBackupGauges(
  backups: Pick<ScheduleReport, "setting" | "status">,
): () => Promise<string> {
  const unknown = () => "";
  const read = async () => {
    const [{ at }, status] = await Promise.all([backups.setting(), backups.status()]);
    return at && status ? renderBackups(status) : "";
  };
  return () => withTimeLimit(read().catch(unknown), HEALTH_CHECK_MS, unknown);
}

function renderBackups({ proven, failure }: BackupStatus): string {
  const failed = renderGauge(
    "foyer_backup_failed",
    "Whether the last scheduled backup failed.",
    failure ? 1 : 0,
  );
  if (!proven) return failed;
  const at = renderGauge(
    "foyer_backup_proven_timestamp_seconds",
    "When an archive was last restored and compared, in Unix time.",
    Date.parse(proven.at) / 1000,
  );
  const problems = renderGauge(
    "foyer_backup_problems",
    "Kinds of problems that the site had when that archive was made.",
    proven.problems.length,
  );
  return `${failed}\n${at}\n${problems}`;
}
