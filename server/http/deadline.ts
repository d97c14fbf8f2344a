import type { MiddlewareHandler } from "hono";
import { SETUP_PATH, STORAGE_PATH } from "../../shared/api-paths.ts";
import type { GatewayEnvironment } from "./gateway-environment.ts";
import type { Connection } from "./visitor-address.ts";

/**
 * Milliseconds until a request gets an answer, from the end of its body.
 * @limit requests: answering a request, after its body
 */
const REQUEST_DEADLINE_MS = 28_000;

/** Routes that may take any time before they respond: copying a file and restoring an archive. */
const UNLIMITED = new Set([`${STORAGE_PATH}/object/copy`, `${SETUP_PATH}/archive`]);

/**
 * Answers a request that gets no response in time, for whatever reason, with 504 and a readable
 * message. The time starts when the body has been received; while a body is still arriving, the
 * deadline is extended (the code that reads the body limits how slowly it may arrive). A response
 * that has started may take any time.
 */
export function limitResponseTime(
  deadlineMs = REQUEST_DEADLINE_MS,
): MiddlewareHandler<GatewayEnvironment> {
  return async (context, next) => {
    if (UNLIMITED.has(context.req.path)) return next();
    const deadline = startDeadline(context.env, deadlineMs);
    const late = await Promise.race([next().then(() => false), deadline.over]).finally(
      deadline.stop,
    );
    if (!late) return;
    const message = "The server took too long to answer. Please try again in a moment.";
    return context.req.header("accept")?.includes("text/html")
      ? context.text(message, 504)
      : context.json({ code: "504", message }, 504);
  };
}

function startDeadline(connection: Connection | undefined, deadlineMs: number) {
  const incoming = connection?.incoming;
  const received = () => (incoming?.complete === false ? (incoming.socket.bytesRead ?? 0) : null);
  let before = received();
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<true>((resolve) => {
    timer = setInterval(() => {
      const now = received();
      // Anything received since the last check, even the body's end, restarts the deadline.
      if (now !== before) since = performance.now();
      before = now;
      if (performance.now() - since >= deadlineMs) resolve(true);
    }, deadlineMs / DEADLINE_CHECKS);
  });
  return { over, stop: () => clearInterval(timer) };
}

/** Checks for received data per deadline; the response may be late by one interval. */
const DEADLINE_CHECKS = 28;
