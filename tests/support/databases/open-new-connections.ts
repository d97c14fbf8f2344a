/**
 * Makes `fetch` use none of the connections opened so far. Node may send a request on a connection
 * that the server has just closed as idle, and cannot repeat the request when its body is a stream,
 * so uploads fail with EPIPE on a busy machine. Browsers repeat such requests.
 */
export async function openNewConnections(): Promise<void> {
  // Node's dispatcher exists once `fetch` has been called.
  await fetch("data:,");
  const key = Symbol.for("undici.globalDispatcher.1");
  const globals = globalThis as unknown as Record<symbol, object>;
  const Agent = globals[key]?.constructor as new () => object;
  globals[key] = new Agent();
}
