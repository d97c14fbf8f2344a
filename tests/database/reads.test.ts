import { expect, it } from "vitest";
import { describeDatabase } from "../support/database-suite.ts";
import { become, type Persona, type Tx, userIds } from "../support/personas.ts";

const user = userIds.workspace;
const folder = "30000000-0000-4000-8000-000000000000";

/** Every read of the screens, who makes it, and the index that provides its order. */
const reads: readonly { read: string; persona: Persona; sql: string; index: string }[] = [
  {
    read: "personal info by keys",
    persona: "anonymous",
    sql: "select key, value from personal_info where key in ('displayName', 'faviconSvg')",
    index: "personal_info_pkey",
  },
  {
    read: "social links in their order",
    persona: "anonymous",
    sql: "select * from social_links order by display_order asc nulls last",
    index: "social_links_in_order",
  },
  {
    read: "education, newest first",
    persona: "anonymous",
    sql: "select * from education order by created_at desc",
    index: "education_newest_first",
  },
  {
    read: "experience, newest first",
    persona: "anonymous",
    sql: "select * from experience order by created_at desc",
    index: "experience_newest_first",
  },
  {
    read: "projects, newest first",
    persona: "anonymous",
    sql: "select * from projects order by created_at desc",
    index: "projects_newest_first",
  },
  {
    read: "skills by level",
    persona: "anonymous",
    sql: "select * from skills order by level desc",
    index: "skills_by_level",
  },
  {
    read: "skills by name",
    persona: "owner",
    sql: "select * from skills order by name",
    index: "skills_by_name",
  },
  {
    read: "skills of a category",
    persona: "owner",
    sql: `select id from skills where category_id = '${folder}'`,
    index: "skills_by_category",
  },
  {
    read: "categories by name",
    persona: "owner",
    sql: "select * from skill_categories order by name",
    index: "skill_categories_name_key",
  },
  {
    read: "messages, newest first",
    persona: "owner",
    sql: "select * from messages order by created_at desc",
    index: "messages_newest_first",
  },
  {
    read: "number of unread messages",
    persona: "owner",
    sql: "select count(*) from messages where is_read = false",
    index: "messages_unread",
  },
  {
    read: "visits of the last 30 days",
    persona: "owner",
    sql: "select * from visits where created_at >= now() - interval '30 days'",
    index: "visits_by_time",
  },
  {
    read: "activity of the workspace user",
    persona: "owner",
    sql: `select * from workspace_activity_logs where user_id = '${user}' order by created_at desc`,
    index: "workspace_activity_logs_of_user",
  },
  {
    read: "notes, pinned and newest first",
    persona: "workspace user",
    sql: `select * from workspace_notes where user_id = '${user}' and is_archived = false
      order by is_pinned desc, updated_at desc`,
    index: "workspace_notes_of_user",
  },
  {
    read: "notes changed since the last look",
    persona: "workspace user",
    sql: `select * from workspace_notes where user_id = '${user}' and change_number > 990
      order by change_number`,
    index: "workspace_notes_changes",
  },
  {
    read: "the trash for notes, latest first",
    persona: "workspace user",
    sql: `select * from trashed_notes where user_id = '${user}' order by trashed_at desc`,
    index: "trashed_notes_of_user",
  },
  {
    read: "the task board",
    persona: "workspace user",
    sql: `select * from workspace_tasks where user_id = '${user}' order by "order"`,
    index: "workspace_tasks_of_user",
  },
  {
    read: "a folder",
    persona: "workspace user",
    sql: `select * from workspace_files where user_id = '${user}' and parent_id = '${folder}'
      and trashed_at is null order by is_folder desc, name asc`,
    index: "workspace_files_of_folder",
  },
  {
    read: "the root folder",
    persona: "workspace user",
    sql: `select * from workspace_files where user_id = '${user}' and parent_id is null
      and trashed_at is null order by is_folder desc, name asc`,
    index: "workspace_files_of_root",
  },
];

/** 3,000 rows each, enough for the planner to choose an index. */
const fill = `
  insert into personal_info select 'key' || n, 'x' from generate_series(1, 3000) n;
  insert into social_links (name, url, display_order)
    select 'x', 'https://x.example', n from generate_series(1, 3000) n;
  insert into education (title, organization, created_at)
    select 'x', 'x', now() - n * interval '1 hour' from generate_series(1, 3000) n;
  insert into experience (title, organization, created_at)
    select 'x', 'x', now() - n * interval '1 hour' from generate_series(1, 3000) n;
  insert into projects (name, live_link, created_at)
    select 'x', 'https://x.example', now() - n * interval '1 hour' from generate_series(1, 3000) n;
  insert into skill_categories (name) select 'x' || n from generate_series(1, 3000) n;
  insert into skills (name, level, category_id)
    select name, row_number() over () % 100, id from skill_categories;
  insert into messages (name, email, subject, message, is_read, created_at)
    select 'x', 'x@x', 'x', 'x', n % 100 > 0, now() - n * interval '1 hour' from generate_series(1, 3000) n;
  insert into visits (created_at) select now() - n * interval '1 hour' from generate_series(1, 3000) n;
  insert into workspace_activity_logs (user_id, event_type, created_at)
    select id, 'login', now() - n * interval '1 hour' from auth.users, generate_series(1, 1000) n;
  insert into workspace_notes (user_id, is_pinned, is_archived, updated_at)
    select id, n % 7 = 0, n % 3 = 0, now() - n * interval '1 hour' from auth.users, generate_series(1, 1000) n;
  insert into trashed_notes (id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision, trashed_at)
    select gen_random_uuid(), user_id, title, content, color, is_pinned, is_archived, updated_at, 1, updated_at from workspace_notes;
  insert into workspace_tasks (user_id, title, "order")
    select id, 'x', n from auth.users, generate_series(1, 1000) n;
  insert into workspace_files (user_id, name, is_folder)
    select id, 'x' || n, true from auth.users, generate_series(1, 100) n;
  insert into workspace_files (user_id, name, is_folder, parent_id)
    select user_id, 'y' || n, true, id from workspace_files, generate_series(1, 10) n;
  analyze;`;

interface PlanNode {
  "Node Type": string;
  "Index Name"?: string;
  Plans?: PlanNode[];
}

describeDatabase("Reads", (suite) => {
  it("each use their index, without sorting", async () => {
    const plans = await suite.trial(async (tx) => {
      await tx.unsafe(fill);
      // So few rows fit in a page or two; this tests whether the index can serve the read at all.
      await tx.unsafe("set local enable_seqscan = off; set local enable_bitmapscan = off");
      await tx.unsafe("set local enable_sort = off");
      const found: { read: string; indexes: string[]; sorts: boolean }[] = [];
      for (const { read, persona, sql } of reads) {
        await become(tx, persona);
        const nodes = await explain(tx, sql);
        found.push({
          read,
          indexes: nodes.flatMap((node) => node["Index Name"] ?? []),
          sorts: nodes.some((node) => /Sort/.test(node["Node Type"])),
        });
      }
      return found;
    });
    expect(plans).toEqual(
      reads.map(({ read, index }) => ({ read, indexes: [index], sorts: false })),
    );
  });

  it("are detected as sorting without their index", async () => {
    const nodes = await suite.trial(async (tx) => {
      await tx.unsafe(`${fill} drop index projects_newest_first; set local enable_seqscan = off`);
      return explain(tx, "select * from projects order by created_at desc");
    });
    expect(nodes.map((node) => node["Node Type"])).toContain("Sort");
  });
});

/** All nodes of the plan, flattened. */
async function explain(tx: Tx, sql: string): Promise<PlanNode[]> {
  const [row] = await tx.unsafe<{ "QUERY PLAN": { Plan: PlanNode }[] }[]>(
    `explain (format json) ${sql}`,
  );
  const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
  return row?.["QUERY PLAN"].flatMap(({ Plan }) => flatten(Plan)) ?? [];
}
