import { expect, it } from "vitest";
import { describeNewestDatabase } from "../support/databases/database-suite.ts";
import { become, type Persona, type Tx, userIds } from "../support/databases/personas.ts";

const user = userIds.workspace;
const folder = "30000000-0000-4000-8000-000000000000";

/** The reads of the screens: by persona, the index that provides the order of each. */
const reads: Partial<Record<Persona, Record<string, string>>> = {
  anonymous: {
    personal_info_pkey:
      "select key, value from personal_info where key in ('displayName', 'faviconSvg')",
    social_links_in_order: "select * from social_links order by display_order asc nulls last",
    education_newest_first: "select * from education order by created_at desc",
    experience_newest_first: "select * from experience order by created_at desc",
    projects_newest_first: "select * from projects order by created_at desc",
    skills_by_level: "select * from skills order by level desc",
  },
  owner: {
    skills_by_name: "select * from skills order by name",
    skills_by_category: `select id from skills where category_id = '${folder}'`,
    skill_categories_name_key: "select * from skill_categories order by name",
    messages_newest_first: "select * from messages order by created_at desc",
    messages_unread: "select count(*) from messages where is_read = false",
    trashed_messages_newest_first: "select * from trashed_messages order by trashed_at desc, id",
    visits_by_time: "select * from visits where created_at >= now() - interval '30 days'",
    workspace_activity_logs_of_user: `select * from workspace_activity_logs where user_id = '${user}' order by created_at desc`,
  },
  "workspace user": {
    workspace_notes_of_user: `select * from workspace_notes where user_id = '${user}' and is_archived = false
      order by is_pinned desc, updated_at desc`,
    workspace_notes_changes: `select * from workspace_notes where user_id = '${user}' and change_number > 990
      order by change_number`,
    deleted_rows_changes: `select * from private.deleted_rows where user_id = '${user}' and table_name = 'workspace_notes'
      and change_number > 990
      order by change_number`,
    workspace_tasks_changes: `select * from workspace_tasks where user_id = '${user}' and change_number > 990
      order by change_number`,
    workspace_files_changes: `select * from workspace_files where user_id = '${user}' and change_number > 990
      order by change_number`,
    trashed_notes_of_user: `select * from trashed_notes where user_id = '${user}' order by trashed_at desc`,
    archived_tasks_of_user: `select * from archived_tasks where user_id = '${user}' order by archived_at desc, "order", id`,
    workspace_tasks_of_user: `select * from workspace_tasks where user_id = '${user}' order by "order"`,
    workspace_files_of_folder: `select * from workspace_files where user_id = '${user}' and parent_id = '${folder}'
      and trashed_at is null order by is_folder desc, name asc`,
    workspace_files_of_root: `select * from workspace_files where user_id = '${user}' and parent_id is null
      and trashed_at is null order by is_folder desc, name asc`,
  },
};

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
  insert into trashed_messages (id, name, email, subject, message, is_read, created_at, trashed_at)
    select id, name, email, subject, message, is_read, created_at, now() - interval '1 day' from messages;
  insert into visits (created_at) select now() - n * interval '1 hour' from generate_series(1, 3000) n;
  insert into workspace_activity_logs (user_id, event_type, created_at)
    select id, 'login', now() - n * interval '1 hour' from auth.users, generate_series(1, 1000) n;
  insert into workspace_notes (user_id, is_pinned, is_archived, updated_at)
    select id, n % 7 = 0, n % 3 = 0, now() - n * interval '1 hour' from auth.users, generate_series(1, 1000) n;
  insert into trashed_notes (id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision, trashed_at)
    select gen_random_uuid(), user_id, title, content, color, is_pinned, is_archived, updated_at, 1, updated_at from workspace_notes;
  insert into private.deleted_rows (table_name, id, user_id, change_number)
    select 'workspace_notes', gen_random_uuid(), id, n from auth.users, generate_series(1, 1000) n;
  insert into workspace_tasks (user_id, title, "order")
    select id, 'x', n from auth.users, generate_series(1, 1000) n;
  insert into archived_tasks (id, user_id, title, priority, "order", revision, archived_at)
    select gen_random_uuid(), user_id, title, priority, "order", 1, now() - "order" * interval '1 hour' from workspace_tasks;
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

describeNewestDatabase("Reads", (suite) => {
  it("reads each use their index, without sorting", async () => {
    const plans = await suite.trial(async (tx) => {
      await tx.unsafe(fill);
      // The rows fit in a page or two, so this only tests that the index can serve the read.
      await tx.unsafe("set local enable_seqscan = off; set local enable_bitmapscan = off");
      await tx.unsafe("set local enable_sort = off");
      const found: Record<string, { indexes: string[]; sorts: boolean }> = {};
      for (const [persona, statements] of Object.entries(reads)) {
        await become(tx, persona as Persona);
        for (const [index, sql] of Object.entries(statements)) {
          const nodes = await explain(tx, sql);
          const indexes = nodes.flatMap((node) => node["Index Name"] ?? []);
          found[index] = { indexes, sorts: nodes.some((node) => /Sort/.test(node["Node Type"])) };
        }
      }
      return found;
    });
    expect(Object.keys(plans)).toHaveLength(24);
    for (const [index, plan] of Object.entries(plans)) {
      expect(plan).toEqual({ indexes: [index], sorts: false });
    }
  });

  it("the check of reads detects a sort when the index is missing", async () => {
    const nodes = await suite.trial(async (tx) => {
      await tx.unsafe(`drop index projects_newest_first; set local enable_seqscan = off`);
      return explain(tx, "select * from projects order by created_at desc");
    });
    expect(nodes.map((node) => node["Node Type"])).toContain("Sort");
  });
});

/** All nodes of the plan, flattened. */
async function explain(tx: Tx, sql: string): Promise<PlanNode[]> {
  const [row] = await tx.unsafe<{ "QUERY PLAN": { Plan: PlanNode }[] }[]>(
    // Without the SQL comment, the check against estimated counts would refuse this query.
    `/* a test's */ explain (format json) ${sql}`,
  );
  const flatten = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flatten)];
  return row?.["QUERY PLAN"].flatMap(({ Plan }) => flatten(Plan)) ?? [];
}
