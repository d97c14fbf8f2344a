import type { Analytics } from "./analytics-schema.ts";

/** A row of a list sorted by its count. */
export interface Ranked {
  key: string;
  label: string;
  /** Kind of the labeled item. */
  note?: string;
  count: number;
}

/** The sources of visits, including direct visits and unlisted hosts. */
export function rankSources({ days, referred, referrers }: Analytics): Ranked[] {
  const visits = days.reduce((sum, day) => sum + day.visits, 0);
  const named = referrers.filter(({ host }) => host !== UNNAMED_HOST);
  const listed = named.reduce((sum, { visits }) => sum + visits, 0);
  const rows = [
    ...named.map(({ host, visits }) => ({ key: host, label: host, count: visits })),
    { key: "direct", label: "Direct or unknown", count: Math.max(0, visits - referred) },
    { key: "other", label: "Other sites", count: Math.max(0, referred - listed) },
  ];
  return rows.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
}

/** Stands for the rarer hosts of a day with very many hosts. */
const UNNAMED_HOST = "other.invalid";

/** The clicked links, named as on the page. */
export function rankLinks({ links }: Analytics): Ranked[] {
  return links.map(({ kind, subject, name, clicks }) => {
    const key = `${kind} ${subject}`;
    if (kind === "cv") return { key, label: "CV", count: clicks };
    if (kind === "contact") {
      const label = subject === "form" ? "Message form" : "Email address";
      return { key, label, note: "Contact", count: clicks };
    }
    return { key, label: name ?? "Deleted entry", note: KINDS[kind], count: clicks };
  });
}

const KINDS = { project: "Project", code: "Code of a project", social: "Social link" } as const;
