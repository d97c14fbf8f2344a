/**
 * Milliseconds within which a second signal counts as the same: npm forwards the Ctrl-C that the
 * terminal has already sent to every process. A person cannot press twice this fast.
 */
const SAME_SIGNAL_MS = 300;

/** Calls `first` at the first SIGINT, SIGTERM or SIGHUP, and exits at the next one. */
export function onStopSignal(first: (signal: NodeJS.Signals) => void): void {
  let told: number | null = null;
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (told === null) {
        told = performance.now();
        first(name);
      } else if (performance.now() - told > SAME_SIGNAL_MS) process.exit(130);
    });
  }
}
