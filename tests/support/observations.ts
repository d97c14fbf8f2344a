/** Answers that clients of a site saw, and those that none of them should have seen. */
export interface Observations {
  /** Counts an answer, or a connection that ended without one (status 0). */
  count(what: string, status: number): void;
  /** An answer that must not be given, with the reason. */
  violation(what: string, detail: string): void;
  readonly violations: string[];
  /** One line per kind of request. */
  summary(): string;
}

/** @param now names the moment of a violation, such as what was broken then. */
export function createObservations(now: () => string): Observations {
  const counts = new Map<string, Record<number, number>>();
  const violations: string[] = [];
  return {
    count(what, status) {
      const of = counts.get(what) ?? {};
      of[status] = (of[status] ?? 0) + 1;
      counts.set(what, of);
    },
    violation(what, detail) {
      violations.push(`${now()}: ${what}: ${detail.slice(0, 300)}`);
    },
    violations,
    summary: () =>
      [...counts].map(([what, statuses]) => `  ${what}: ${JSON.stringify(statuses)}`).join("\n"),
  };
}
