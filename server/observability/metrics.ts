import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FinishedRequest } from "./observe-requests.ts";
import { createCounter, createHistogram, renderGauge } from "./prometheus.ts";

/** How long a Data API request waited for a database connection, and held it. */
export interface DatabaseUse {
  waitMs: number;
  holdMs: number;
}

/** Counters of the process. */
export interface Metrics {
  recordRequest(request: FinishedRequest): void;
  recordDatabaseUse(use: DatabaseUse): void;
  /** Returns the metrics in the Prometheus text format, without a final line break. */
  render(): string;
  close(): void;
}

/** Bucket bounds in seconds, from a cached page to an upload. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const DATABASE_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8];

/** Labels are route groups and status codes only, so the number of series is bounded. */
export function createMetrics(): Metrics {
  const requests = createCounter("foyer_http_requests_total", "Requests by route and status.");
  const durations = createHistogram(
    "foyer_http_request_duration_seconds",
    "Time from a request's headers to the end of its response.",
    REQUEST_BUCKETS,
  );
  const sent = createCounter("foyer_http_response_bytes_total", "Bytes sent, headers included.");
  const refusals = createCounter(
    "foyer_rate_limit_refusals_total",
    "Requests refused by a rate limit (429).",
  );
  const waits = createHistogram(
    "foyer_data_api_connection_wait_seconds",
    "Time a Data API request waited for a database connection.",
    DATABASE_BUCKETS,
  );
  const holds = createHistogram(
    "foyer_data_api_connection_hold_seconds",
    "Time a Data API request held a database connection.",
    DATABASE_BUCKETS,
  );
  const counted = [requests, durations, sent, refusals, waits, holds];
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  return {
    recordRequest: ({ route, status, milliseconds, bytes }) => {
      requests.add({ route, status });
      durations.observe({ route }, milliseconds / 1000);
      sent.add({ route }, bytes);
      if (status === 429) refusals.add({ route });
    },
    recordDatabaseUse: ({ waitMs, holdMs }) => {
      waits.observe({}, waitMs / 1000);
      holds.observe({}, holdMs / 1000);
    },
    render: () => {
      const text = [...counted.map((metric) => metric.render()), ...renderProcess(loop)];
      // The reset makes each scrape cover the time since the previous one.
      loop.reset();
      return text.join("\n");
    },
    close: () => loop.disable(),
  };
}

/** The names are those of other Prometheus clients, so that their dashboards work. */
function renderProcess(loop: ReturnType<typeof monitorEventLoopDelay>): string[] {
  const seconds = (nanoseconds: number) => (Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0);
  const { user, system } = process.cpuUsage();
  const cpu = createCounter("process_cpu_seconds_total", "Processor time used.");
  cpu.add({}, (user + system) / 1e6);
  return [
    cpu.render(),
    renderGauge(
      "process_resident_memory_bytes",
      "Memory in use, without the database's.",
      process.memoryUsage.rss(),
    ),
    renderGauge(
      "process_start_time_seconds",
      "When the process started, in Unix time.",
      Math.round(performance.timeOrigin) / 1000,
    ),
    renderGauge(
      "nodejs_eventloop_lag_p99_seconds",
      "Event loop delay since the last scrape, 99th percentile; about 0.01 when idle.",
      seconds(loop.percentile(99)),
    ),
    renderGauge(
      "nodejs_eventloop_lag_max_seconds",
      "Longest event loop delay since the last scrape.",
      seconds(loop.max),
    ),
  ];
}
