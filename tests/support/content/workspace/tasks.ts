import type { BuiltSite } from "../../sites/built-site.ts";

/** Adds a month of work in three columns, for screenshots and accessibility checks of the board. */
export async function fillTaskBoard({ sql }: BuiltSite, userId: string): Promise<void> {
  await sql`insert into workspace_tasks ${sql(
    tasks.map(([title, status, priority, days, tags, description]) => ({
      user_id: userId,
      title,
      status,
      priority,
      due_date: days === null ? null : dayFromNow(days),
      tags,
      description: description ?? null,
    })),
  )}`;
}

type Row = [
  title: string,
  status: "todo" | "inprogress" | "done",
  priority: "low" | "medium" | "high" | "urgent",
  days: number | null,
  tags: string[] | null,
  description?: string,
];

const tasks: Row[] = [
  ["Answer Jovana about the berth planner", "todo", "urgent", -2, ["clients", "piran"]],
  [
    "Fold partitions in Seqscan's plan view",
    "todo",
    "high",
    6,
    ["seqscan"],
    "Plans with hundreds of partitions come out as one long ladder.\n\nFold siblings of one parent; keep the slowest in sight.",
  ],
  ["Renew the domain", "todo", "medium", 19, null],
  ["Read the tide tables for April", "todo", "low", null, ["sailing", "reading"]],
  [
    "Draft the talk on offline merging for the spring meet-up in Rijeka",
    "todo",
    "medium",
    41,
    null,
  ],
  ["Move the build to the new runner", "inprogress", "high", 1, ["slipway", "infra"]],
  ["Second season on one chart", "inprogress", "medium", 12, ["clients", "design"]],
  ["Send the February invoices", "done", "urgent", -9, ["accounts"]],
  ["Photos of the field station", "done", "low", null, ["quadrat"]],
  [
    "Replace the marina's whiteboard with a prototype they can break",
    "done",
    "medium",
    -20,
    ["clients"],
  ],
];

function dayFromNow(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return `${day}T00:00:00.000Z`;
}
