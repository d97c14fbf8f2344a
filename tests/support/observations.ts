/** Responses that a site's clients received, and violations among them. */
export interface Observations {
  /** Counts a response, or a connection that ended without one (status 0). */
  count(what: string, status: number): void;
  /** Records a response that must not occur, with the reason. */
  violation(what: string, detail: string): void;
  readonly violations: string[];
  /** One line per kind of request. */
  summary(): string;
}

/** @param now describes the moment of a violation, such as the active fault. */
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
