import { claimsOf, idOf, type Persona, personas, type Tx, userIds } from "./personas.ts";

/** Create, read, update, delete. */
type Verb = "C" | "R" | "U" | "D";

const verbs: readonly Verb[] = ["C", "R", "U", "D"];

interface Rights {
  /** Rights of a persona on its own rows, or on rows that have no owner. */
  own: string;
  /** Rights on another user's rows; `C` inserts a row with another user's id. */
  foreign: string;
}

interface Subject {
  name: string;
  table: string;
  /** Columns and values of one row that belongs to this user. */
  row: (user: string) => string;
  /** A statement that creates rows to which the row refers. */
  before?: (user: string) => string;
  /** Assignments of an update. */
  change: string;
  /** Whether rows belong to a user, so that the matrix includes another user's rows. */
  owned: boolean;
  rights: Partial<Record<Persona, Rights>>;
}

const content = (name: string, row: string, change: string): Subject => ({
  name,
  table: `public.${name}`,
  row: () => row,
  change,
  owned: false,
  rights: {
    ...Object.fromEntries(personas.map((persona) => [persona, { own: "R", foreign: "" }])),
    owner: { own: "CRUD", foreign: "" },
  },
});

const left = (name: string, row: string, change: string, owner: string): Subject => ({
  ...content(name, row, change),
  rights: {
    ...Object.fromEntries(personas.map((persona) => [persona, { own: "C", foreign: "" }])),
    owner: { own: owner, foreign: "" },
  },
});

const workspace = (name: string, row: (user: string) => string, change: string): Subject => ({
  name,
  table: `public.${name}`,
  row,
  change,
  owned: true,
  rights: { "workspace user": { own: "CRUD", foreign: "" } },
});

/** Creates a folder of this user, whose id is the user's. */
const addFolder = (user: string) =>
  `insert into workspace_files (id, user_id, name, is_folder) values ('${user}', '${user}', 'x', true);`;

/** The tables of the public content. */
export const contentSubjects: readonly Subject[] = [
  content("personal_info", "(key, value) values ('bio', 'x')", "value = 'y'"),
  content("experience", "(title, organization) values ('x', 'x')", "title = 'y'"),
  content("education", "(title, organization) values ('x', 'x')", "title = 'y'"),
  ...[
    "volunteering",
    "certificates",
    "awards",
    "publications",
    "languages",
    "interests",
    "recommendations",
  ].map((name) => content(name, "(title) values ('x')", "title = 'y'")),
  content("skill_categories", "(name) values ('x')", "name = 'y'"),
  content("skills", "(name) values ('x')", "name = 'y'"),
  content("projects", "(name, live_link) values ('x', 'https://x.example')", "name = 'y'"),
  content("social_links", "(name, url) values ('x', 'https://x.example')", "name = 'y'"),
];

/** An entry that is not published. */
const unpublished = (name: string, row: string, change: string): Subject => ({
  ...content(name, row, change),
  name: `unpublished ${name}`,
  rights: { owner: { own: "CRUD", foreign: "" } },
});

const unpublishedSubjects: readonly Subject[] = [
  unpublished("personal_info", "(key, value) values ('phone', 'x')", "value = 'y'"),
  unpublished(
    "experience",
    "(title, organization, visibility) values ('x', 'x', 'draft')",
    "title = 'y'",
  ),
  unpublished(
    "education",
    "(title, organization, visibility) values ('x', 'x', 'hidden')",
    "title = 'y'",
  ),
  unpublished("skill_categories", "(name, visibility) values ('x', 'hidden')", "name = 'y'"),
  unpublished("skills", "(name, visibility) values ('x', 'draft')", "name = 'y'"),
  unpublished(
    "projects",
    "(name, live_link, visibility) values ('x', 'https://x.example', 'draft')",
    "name = 'y'",
  ),
  unpublished(
    "social_links",
    "(name, url, visibility) values ('x', 'https://x.example', 'hidden')",
    "name = 'y'",
  ),
];

/** The rights of each persona on every table and bucket. Anything not listed is forbidden. */
export const subjects: readonly Subject[] = [
  ...contentSubjects,
  ...unpublishedSubjects,
  {
    ...content(
      "content_history",
      "(table_name, entry_id, operation, entry) values ('skills', 'x', 'delete', '{}')",
      "entry = '{}'",
    ),
    // Only triggers add rows.
    rights: { owner: { own: "R", foreign: "" } },
  },
  left(
    "messages",
    "(name, email, subject, message) values ('x', 'x@example.org', 'x', 'x')",
    "is_read = true",
    "CRUD",
  ),
  {
    ...content(
      "trashed_messages",
      `(id, name, email, subject, message, is_read, created_at)
        values (gen_random_uuid(), 'x', 'x@example.org', 'x', 'x', false, now())`,
      "subject = 'y'",
    ),
    // Only deleting a message adds rows.
    rights: { owner: { own: "RD", foreign: "" } },
  },
  {
    ...content("spam_senders", "(email) values ('x@example.org')", "created_at = now()"),
    // Written by mark_spam and unmark_spam.
    rights: { owner: { own: "R", foreign: "" } },
  },
  left("visits", "default values", "created_at = now()", "CRD"),
  left("link_clicks", "(target) values ('cv')", "created_at = now()", "CRD"),
  {
    ...workspace(
      "workspace_users",
      (user) => `(user_id, email, username) values ('${user}', 'x@example.org', 'x')`,
      "username = 'y'",
    ),
    rights: {
      "workspace user": { own: "R", foreign: "" },
      owner: { own: "CRUD", foreign: "CRUD" },
    },
  },
  {
    ...workspace(
      "workspace_activity_logs",
      (user) => `(user_id, event_type) values ('${user}', 'login')`,
      "device_info = 'y'",
    ),
    rights: {
      "workspace user": { own: "CR", foreign: "" },
      owner: { own: "CR", foreign: "CR" },
    },
  },
  workspace("workspace_notes", (user) => `(user_id) values ('${user}')`, "title = 'y'"),
  {
    ...workspace(
      "trashed_notes",
      (user) => `(id, user_id, title, content, color, is_pinned, is_archived, updated_at, revision)
        values (gen_random_uuid(), '${user}', '', '', '#1F2937', false, false, now(), 1)`,
      "title = 'y'",
    ),
    // Only deleting a note adds rows.
    rights: { "workspace user": { own: "RD", foreign: "" } },
  },
  {
    ...workspace(
      "deleted_rows",
      (user) => `(table_name, id, user_id, change_number)
        values ('workspace_notes', gen_random_uuid(), '${user}', 1)`,
      "change_number = 2",
    ),
    table: "private.deleted_rows",
    // Only deleting a note adds rows.
    rights: { "workspace user": { own: "R", foreign: "" } },
  },
  {
    ...workspace(
      "note_files",
      (user) => `(note_id, file_id, user_id)
        values (gen_random_uuid(), gen_random_uuid(), '${user}')`,
      "unused_since = now()",
    ),
    // Only triggers of the notes write rows.
    rights: { "workspace user": { own: "R", foreign: "" } },
  },
  workspace("workspace_tasks", (user) => `(user_id, title) values ('${user}', 'x')`, "title = 'y'"),
  {
    ...workspace(
      "archived_tasks",
      (user) => `(id, user_id, title, priority, "order", revision)
        values (gen_random_uuid(), '${user}', 'x', 'low', 0, 1)`,
      "title = 'y'",
    ),
    // Only archive_tasks adds rows.
    rights: { "workspace user": { own: "RD", foreign: "" } },
  },
  {
    ...workspace(
      "calendar_feeds",
      (user) => `(user_id, token_hash) values ('${user}', repeat('a', 64))`,
      "last_read_at = now()",
    ),
    // Only create_calendar_feed adds rows.
    rights: { "workspace user": { own: "RD", foreign: "" } },
  },
  workspace(
    "push_subscriptions",
    (user) => `(endpoint, user_id, session_id, p256dh, auth)
      values ('https://push.example/' || gen_random_uuid(), '${user}', gen_random_uuid(),
        'B' || repeat('a', 86), repeat('a', 22))`,
    "auth = repeat('b', 22)",
  ),
  {
    ...content("push_keys", "(public_key, private_key) values ('x', 'x')", "public_key = 'y'"),
    table: "private.push_keys",
    rights: {},
  },
  workspace(
    "workspace_files",
    (user) => `(user_id, name, is_folder) values ('${user}', 'x', true)`,
    "name = 'y'",
  ),
  {
    ...workspace(
      "share_links",
      (user) => `(user_id, file_id, token_hash, expires_at)
        values ('${user}', '${user}', repeat('a', 64), now())`,
      "expires_at = now()",
    ),
    table: "private.share_links",
    before: addFolder,
    // Only functions that act for the workspace user, or with the secret key, read and write rows.
    rights: {},
  },
  {
    ...workspace(
      "received_files",
      (user) => `(path, link_id, name, size) values ('${user}/x/1-x', '${user}', 'x', 1)`,
      "seen_at = now()",
    ),
    table: "private.received_files",
    before: (user) => `${addFolder(user)}
      insert into private.share_links (id, user_id, file_id, token_hash, expires_at)
      values ('${user}', '${user}', '${user}', repeat('a', 64), now());`,
    rights: {},
  },
  {
    ...workspace(
      "file_versions",
      (user) => `(user_id, file_id, storage_object_path, created_at)
        values ('${user}', pg_temp.add_file('${user}'), '${user}/root/1-x', now())`,
      "size = 1",
    ),
    // Only replacing a content adds rows.
    rights: { "workspace user": { own: "R", foreign: "" } },
  },
  {
    ...workspace(
      "members",
      (user) => `(user_id, role) values ('${user}', 'admin')`,
      "role = 'admin'",
    ),
    table: "private.members",
    rights: {},
  },
  {
    ...content(
      "setup_links",
      "(token_hash, expires_at) values (repeat('a', 64), now())",
      "created_at = now()",
    ),
    table: "private.setup_links",
    rights: {},
  },
  {
    ...content(
      "sign_ins",
      `(user_id, outcome, session_id) values ('${userIds.owner}', 'signed_in', gen_random_uuid())`,
      "outcome = 'limited'",
    ),
    table: "private.sign_ins",
    rights: {},
  },
  {
    ...content(
      "recovery_codes",
      `(user_id, code_hash) values ('${userIds.owner}', repeat('a', 64))`,
      "code_hash = repeat('b', 64)",
    ),
    table: "private.recovery_codes",
    rights: {},
  },
  {
    ...content("notion_notes", "(source, notes) values ('x', '[]')", "notes = '[]'"),
    table: "private.notion_notes",
    rights: {},
  },
  {
    ...content(
      "sample_entries",
      "(table_name, id, entry) values ('skills', 'x', '{}')",
      "entry = '{}'",
    ),
    table: "private.sample_entries",
    rights: { owner: { own: "RD", foreign: "" } },
  },
  {
    ...content("last_import", "(versions, removed, samples) values ('{}', '[]', '[]')", "id = id"),
    table: "private.last_import",
    rights: {},
  },
  {
    ...content(
      "message_search",
      "(id, created_at, text) values (gen_random_uuid(), now(), 'x')",
      "text = 'y'",
    ),
    table: "private.message_search",
    rights: {},
  },
  {
    ...workspace(
      "pending_blobs",
      (user) => `(path, user_id) values ('${user}/root/1-x', '${user}')`,
      "due_at = now()",
    ),
    table: "private.pending_blobs",
    rights: {},
  },
  {
    ...content("daily_salts", "(day) values ('2001-01-01')", "salt = ''"),
    table: "private.daily_salts",
    rights: {},
  },
  {
    ...content("visitor_counts", "(key, expires_at) values ('x', now())", "counted = 1"),
    table: "private.visitor_counts",
    rights: {},
  },
  {
    ...workspace(
      "incoming_uploads",
      (user) =>
        `(id, user_id, path, bytes, expires_at) values (gen_random_uuid(), '${user}', '${user}/root/1-x', 1, now())`,
      "bytes = 2",
    ),
    table: "private.incoming_uploads",
    rights: {},
  },
  {
    ...workspace(
      "task_changes",
      (user) => `(user_id, id) values ('${user}', gen_random_uuid())`,
      "applied_at = now()",
    ),
    table: "private.task_changes",
    rights: {},
  },
  {
    ...content("notice_choices", "(cause, enabled) values ('digest', true)", "enabled = false"),
    rights: { owner: { own: "CRU", foreign: "" } },
  },
  {
    ...content(
      "notice_sender",
      "(transport, recipient) values ('mail', 'a@b.example')",
      "recipient = 'c@d.example'",
    ),
    table: "private.notice_sender",
    rights: { owner: { own: "R", foreign: "" } },
  },
  {
    ...content("notices", "(cause, cause_key) values ('test', 'x')", "attempts = 1"),
    table: "private.notices",
    rights: { owner: { own: "R", foreign: "" } },
  },
  {
    ...content("drive_limits", "(quota) values (1)", "quota = 2"),
    table: "private.drive_limits",
    rights: {},
  },
  {
    ...content(
      "transfer_lease",
      "(id, renewed_at) values (gen_random_uuid(), now())",
      "renewed_at = now()",
    ),
    table: "private.transfer_lease",
    rights: {},
  },
  {
    ...content(
      "transfer_parts",
      "(table_name, part, entries) values ('auth.users', 1, '[]')",
      "entries = '[]'",
    ),
    table: "private.transfer_parts",
    rights: {},
  },
  {
    ...content("visit_hours", "(hour, visits) values (now(), 1)", "visits = 2"),
    table: "private.visit_hours",
    rights: { owner: { own: "R", foreign: "" } },
  },
  {
    ...content(
      "analytics_days",
      "(day, metric, subject, total) values ('2001-01-01', 'visit', '', 1)",
      "total = 2",
    ),
    table: "private.analytics_days",
    rights: { owner: { own: "R", foreign: "" } },
  },
  {
    ...content("daily_visitors", "(day, visitor) values ('2001-01-01', 'x')", "visitor = 'y'"),
    table: "private.daily_visitors",
    rights: {},
  },
  {
    ...workspace(
      "bucket workspace-files",
      (user) => `(bucket_id, name) values ('workspace-files', '${user}/root/1-x.pdf')`,
      "version = 'y'",
    ),
    table: "storage.objects",
  },
  {
    ...content(
      "bucket profile-pictures",
      "(bucket_id, name) values ('profile-pictures', 'public/1.png')",
      "version = 'y'",
    ),
    table: "storage.objects",
    rights: { owner: { own: "CRUD", foreign: "" } },
  },
];

/** The broadest grants of the host's engine, under which policies alone decide. */
export const grantEverything = `
  grant all on all tables in schema public to anon, authenticated;
  grant all on all tables in schema private to anon, authenticated;
  grant all on all tables in schema storage to anon, authenticated;
  grant execute on all functions in schema public to anon, authenticated;`;

/**
 * Tries these cells and returns a description of each deviation. Leaves no changes behind. The
 * database tries all of them in one call, because five round trips for each of some 1000 cells
 * would take much longer.
 */
export async function findDeviations(tx: Tx, tried = cells()): Promise<string[]> {
  await tx.unsafe(tryCell);
  const attempts = tried.map(({ persona, subject, verb, user }) => {
    const claims = claimsOf(persona);
    const insert = `insert into ${subject.table} ${subject.row(user)}`;
    // Without a WHERE clause, only the policy of the verb itself applies.
    const statement = {
      C: insert,
      R: `select * from ${subject.table}`,
      U: `update ${subject.table} set ${subject.change}`,
      D: `delete from ${subject.table}`,
    }[verb];
    // The members already exist: they are the personas.
    const first = subject.before?.(user) ?? "";
    const planted = verb !== "C" && subject.table !== "private.members" ? first + insert : "";
    return { planted, statement, claims: JSON.stringify(claims), role: claims.role };
  });
  const rows = await tx<{ allowed: boolean }[]>`
    select pg_temp.try_cell(planted, statement, claims, role) as allowed
    from jsonb_to_recordset(${tx.json(attempts as never)})
      as attempt (planted text, statement text, claims text, role text)`;
  return tried.flatMap(({ label, expected }, index) => {
    const allowed = rows[index]?.allowed;
    return allowed === expected ? [] : [`${label}: ${allowed ? "allowed" : "denied"}`];
  });
}

/**
 * Whether the statement affects a row for this caller. Policies hide rows silently or refuse with
 * insufficient_privilege; a duplicate is only detected after the policies have accepted the row.
 */
const tryCell = `
  create or replace function pg_temp.add_file(owner uuid) returns uuid language sql as $$
    insert into public.workspace_files (user_id, name, is_folder) values (owner, 'x', true) returning id
  $$;
  create or replace function pg_temp.try_cell(planted text, statement text, claims text, role text)
  returns boolean language plpgsql as $$
  declare
    affected bigint;
    tried boolean := false;
  begin
    if planted <> '' then execute planted; end if;
    perform set_config('request.jwt.claims', claims, true),
      set_config('request.jwt.claim.sub', coalesce(claims::jsonb ->> 'sub', ''), true),
      set_config('role', role, true);
    tried := true;
    execute statement;
    get diagnostics affected = row_count;
    raise sqlstate 'UNDO0';
  exception
    when sqlstate 'UNDO0' then return affected > 0;
    when insufficient_privilege or unique_violation then
      if not tried then raise; end if;
      return sqlstate = '23505';
  end $$`;

interface Cell {
  label: string;
  persona: Persona;
  subject: Subject;
  verb: Verb;
  /** The user who owns the row. */
  user: string;
  expected: boolean;
}

/** Every persona × subject × verb, and again with another user's rows where rows have owners. */
export function cells(): Cell[] {
  return subjects.flatMap((subject) =>
    personas.flatMap((persona) =>
      verbs.flatMap((verb) => {
        const rights = subject.rights[persona] ?? { own: "", foreign: "" };
        const self = idOf(persona);
        const cell = (kind: "own" | "foreign", user: string): Cell => ({
          label: `${persona} ${verb} ${kind} ${subject.name}`,
          persona,
          subject,
          verb,
          user,
          expected: rights[kind].includes(verb),
        });
        const own = cell("own", self ?? userIds.workspace);
        if (!subject.owned || !self) return [own];
        const other = self === userIds.workspace ? userIds.stranger : userIds.workspace;
        return [own, cell("foreign", other)];
      }),
    ),
  );
}
