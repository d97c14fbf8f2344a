import type { Area } from "../lib/area.ts";

/**
 * Runs an operation that invalidates the stored tokens before it stores new ones, such as verifying
 * a second factor. Until it ends, no tab interprets a refusal of the old tokens as the end of the
 * session.
 */
export function replacingTokens<T>(area: Area, work: () => Promise<T>): Promise<T> {
  const done = locks ? (locks.request(nameOf(area), work) as Promise<T>) : work();
  // Plain http has no locks; there, only this tab knows about the operation.
  const settled = done.then(ignore, ignore);
  running = Promise.all([running, settled]);
  return done;
}

/** Resolves once no tab is replacing the area's tokens. */
export async function tokensReplaced(area: Area): Promise<void> {
  await running;
  await locks?.request(nameOf(area), { mode: "shared" }, ignore);
}

// `locks` is missing outside of secure contexts, although its type says otherwise.
const locks = globalThis.navigator?.locks as LockManager | undefined;

let running: Promise<unknown> = Promise.resolve();

const nameOf = (area: Area) => `foyer-tokens ${area}`;

const ignore = () => {};
