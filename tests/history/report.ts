import type { Figures } from "./run-schedule.ts";

/** Returns an object that sums up the figures of several runs. */
export function addFigures() {
  const sum: Partial<Figures> = {};
  return {
    add(figures: Figures): void {
      for (const [name, value] of Object.entries(figures)) {
        const key = name as keyof Figures;
        sum[key] = (sum[key] ?? 0) + value;
      }
    },
    sum: () => sum,
  };
}

/** The figures in one line. */
export function figuresText(figures: Partial<Figures>): string {
  const count = (key: keyof Figures) => Math.round(figures[key] ?? 0);
  return [
    `${count("done")} of ${count("steps")} steps`,
    `${count("tokens")} tokens typed, ${count("saved")} called saved`,
    `${count("contents")} contents, ${count("stored")} called stored`,
    `${count("links")} links, ${count("visits")} visits`,
    `${count("versions")} row versions in ${count("commits")} commits`,
    `${count("decisions")} decisions`,
    `killed: ${count("tabsKilled")} tabs, ${count("serversKilled")} servers, ${count("databasesKilled")} databases`,
    `${count("cuts")} cuts, ${count("answersLost")} answers and ${count("requestsLost")} requests lost`,
    `${count("evictions")} evictions`,
    `${count("seconds")} s`,
  ].join("; ");
}
