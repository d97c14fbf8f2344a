import { withTimeLimit } from "../../shared/time-limit.ts";
import { openBackupRecord } from "../backups/backup-record.ts";
import type { ServerDeps } from "../deps.ts";
import type { Listening } from "../http/listen.ts";
import { HEALTH_CHECK_MS } from "../limits/limits.ts";
import { renderBackups } from "./backup-gauges.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createScrapeListener, listenForScrapes } from "./metrics-server.ts";
import { renderGauge } from "./prometheus.ts";
import { createSiteGauges } from "./site-gauges.ts";

/**
 * Starts counting and answering scrapes when FOYER_METRICS_PORT is set.
 * @param undo receives how to stop it.
 * @throws {ListenError} when the port cannot be used.
 */
export async function openMetrics(
  { config, database, log }: Pick<ServerDeps, "config" | "database" | "log">,
  listening: Pick<Listening, "connections">,
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
  const sections = [metrics.render, renderConnections, createSiteGauges(database.sql)];
  if (config.backup) {
    const record = openBackupRecord(database.sql);
    const unknown = () => "";
    sections.push(() =>
      withTimeLimit(record.status().then(renderBackups, unknown), HEALTH_CHECK_MS, unknown),
    );
  }
  scrapes.serve(createScrapeListener(sections));
  log.info(`Metrics are at http://127.0.0.1:${scrapes.port}/metrics`);
  return metrics;
}
