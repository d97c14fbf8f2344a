import { limitPerMinute } from "../log/limit-per-minute.ts";
import type { RequestObserver } from "./observe-requests.ts";

/**
 * Maximum lines per minute of the request log: 100 a second, each about 250 bytes.
 * @limit requests: requests logged, per minute [lines]
 */
const LOG_REQUESTS_PER_MINUTE = 6000;

/**
 * Writes one JSON line per request. It contains nothing written by a visitor: no path, query,
 * header or body, and no address. Lines beyond the limit are only counted, so that visitors cannot
 * fill the disk.
 */
export function createRequestLog(
  print: (line: string) => void,
  now: () => number = Date.now,
): RequestObserver {
  const time = () => new Date(now()).toISOString();
  const isAllowed = limitPerMinute(LOG_REQUESTS_PER_MINUTE, now, (dropped) =>
    print(
      JSON.stringify({ time: time(), level: "warn", message: `${dropped} more requests left out` }),
    ),
  );
  return ({ id, method, route, status, milliseconds, bytes }) => {
    if (!isAllowed()) return;
    print(
      JSON.stringify({
        time: time(),
        level: "info",
        message: "request",
        request: id,
        method,
        route,
        status,
        ms: Math.round(milliseconds * 10) / 10,
        bytes,
      }),
    );
  };
}
