/**
 * Every request opens a connection of its own. Node's `fetch` otherwise may send a request on a
 * connection that the server has just closed as idle, and cannot repeat it when its body is a
 * stream; on a busy machine uploads fail with EPIPE. Browsers repeat such requests.
 */
// Node's dispatcher exists once `fetch` has been called.
await fetch("data:,");
const key = Symbol.for("undici.globalDispatcher.1");
const globals = globalThis as unknown as Record<symbol, object>;
const Agent = globals[key]?.constructor as new (options: { pipelining: number }) => object;
globals[key] = new Agent({ pipelining: 0 });

export {};
