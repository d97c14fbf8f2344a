import type { KindName } from "../../shared/content/kind.ts";
import { fieldsOf, KIND_NAMES } from "../../shared/content/kinds.ts";

/** How one table travels in an archive. */
export interface ArchivedTable {
  /** Name with its schema. */
  name: string;
  /** Columns that determine the order of the rows; text as the database sorts it. */
  order: readonly string[];
  /** Default: every column that is neither generated nor an identity. */
  columns?: readonly string[];
  /** Which rows are archived; default: all. */
  only?: ArchivedRows;
  /** Whether its rows expire, so that fewer of them are not a loss. */
  expires?: true;
  /** Which rows are not the workspace user's alone, as a condition in SQL; default: all. */
  unlessPrivate?: string;
  /**
   * Triggers that run during a restore, because they maintain derived tables, number changes or
   * notify servers. All others would change what is restored, such as times and revisions.
   */
  triggers?: readonly string[];
}

/**
 * A condition in SQL, where `now()` stands for the moment of the archive. It may depend on nothing
 * but its own table, those of `auth`, and `given`: a database is archived before its schema is
 * brought up to date, so functions and other tables may be missing.
 */
interface ArchivedRows {
  where: string;
  /** An archived table; where a database lacks it, `older` applies, or all rows are archived. */
  given?: string;
  older?: ArchivedRows;
}

/** As private.visits_kept_since(): the beginning of the oldest day whose rows are kept. */
const VISITS_KEPT_SINCE = "((now() at time zone 'UTC')::date - 32)::timestamp at time zone 'UTC'";

/** Older rows are about to be swept; they are in the counts per day. */
const KEPT_VISITS = {
  where: `created_at >= ${VISITS_KEPT_SINCE}`,
  given: "private.analytics_days",
};

/** @param named which files of the drive. */
function driveObjects(named: string): string {
  return `(bucket_id = 'profile-pictures' or bucket_id = 'workspace-files' and ${named})
        and to_jsonb(objects) ->> 'archived_at' is null
        and coalesce(to_jsonb(objects) ->> 'is_delete_marker', 'false') = 'false'`;
}

/** The tables of content entries, in the order of `private.content_tables()`. */
const CONTENT_TABLES: readonly ArchivedTable[] = [
  ...namesOf((kind) => !refersToOthers(kind))
    .concat("personal_info")
    .sort(),
  ...namesOf(refersToOthers).sort(),
].map((name) => ({
  name: `public.${name}`,
  order: [name === "personal_info" ? "key" : "id"],
  triggers: ["notify_content_change"],
}));

function namesOf(accept: (kind: KindName) => boolean): string[] {
  return KIND_NAMES.filter(accept);
}

function refersToOthers(kind: KindName): boolean {
  return fieldsOf(kind).some(([, { type }]) => type === "category");
}

/**
 * Every table whose rows are archived; a table comes after those it references. Hosted projects
 * have the same list in `private.archived_tables()`.
 */
export const ARCHIVED_TABLES: readonly ArchivedTable[] = [
  {
    name: "auth.users",
    order: ["id"],
    // Without tokens of pending mails.
    columns: [
      "id",
      "aud",
      "role",
      "email",
      "encrypted_password",
      "email_confirmed_at",
      "raw_app_meta_data",
      "raw_user_meta_data",
      "banned_until",
      "last_sign_in_at",
      "created_at",
      "updated_at",
    ],
    only: { where: "deleted_at is null" },
  },
  {
    name: "auth.identities",
    order: ["user_id", "provider"],
    columns: [
      "id",
      "user_id",
      "provider",
      "provider_id",
      "identity_data",
      "last_sign_in_at",
      "created_at",
      "updated_at",
    ],
    only: { where: "user_id in (select id from auth.users where deleted_at is null)" },
  },
  { name: "private.members", order: ["role"], triggers: ["close_setup"] },
  ...CONTENT_TABLES,
  { name: "private.sample_entries", order: ["table_name", "id"], expires: true },
  { name: "public.messages", order: ["created_at", "id"], triggers: ["index_message"] },
  {
    name: "public.visits",
    order: ["created_at", "id"],
    expires: true,
    only: KEPT_VISITS,
    triggers: ["count_added_visits", "count_removed_visits"],
  },
  { name: "public.workspace_users", order: ["user_id"] },
  { name: "public.workspace_activity_logs", order: ["created_at", "id"] },
  {
    name: "public.workspace_notes",
    // Restored notes are renumbered in this order, so that every device fetches them.
    order: ["change_number"],
    triggers: ["lock_note_changes", "number_change"],
    unlessPrivate: "false",
  },
  { name: "public.trashed_notes", order: ["id"], unlessPrivate: "false", expires: true },
  { name: "public.workspace_tasks", order: ["id"], unlessPrivate: "false" },
  {
    name: "storage.objects",
    order: ["bucket_id", "name"],
    // Columns without `version`, which names the stored bytes: they get a new name in every store.
    columns: [
      "id",
      "bucket_id",
      "name",
      "owner_id",
      "metadata",
      "user_metadata",
      "created_at",
      "updated_at",
    ],
    // A file of the drive without a row is an upload that was not finished, or is about to be
    // deleted. Hosted Storage may have earlier versions and delete markers.
    only: {
      where: driveObjects(`objects.name in (
        select storage_object_path from public.workspace_files
        union all select thumbnail_path from public.workspace_files
        union all select storage_object_path from public.file_versions)`),
      given: "public.file_versions",
      older: {
        where: driveObjects(`exists (
        select from public.workspace_files where storage_object_path = objects.name)`),
        given: "public.workspace_files",
      },
    },
    unlessPrivate: "bucket_id <> 'workspace-files'",
  },
  { name: "public.workspace_files", order: ["id"], unlessPrivate: "false" },
  // The history includes the trash.
  { name: "public.content_history", order: ["changed_at", "id"], expires: true },
  { name: "public.notice_choices", order: ["cause"] },
  {
    name: "public.link_clicks",
    order: ["created_at", "id"],
    expires: true,
    only: KEPT_VISITS,
    triggers: ["count_added_clicks", "count_removed_clicks"],
  },
  {
    name: "private.analytics_days",
    order: ["day", "metric", "subject"],
    expires: true,
    // Counts of later days are derived from the archived rows by their triggers.
    only: { where: `day < (${VISITS_KEPT_SINCE} at time zone 'UTC')::date` },
  },
  { name: "public.trashed_messages", order: ["trashed_at", "id"], expires: true },
  { name: "public.spam_senders", order: ["email"] },
  { name: "public.archived_tasks", order: ["id"], unlessPrivate: "false" },
  { name: "public.file_versions", order: ["id"], unlessPrivate: "false", expires: true },
  {
    name: "public.note_files",
    order: ["note_id", "file_id"],
    unlessPrivate: "false",
    expires: true,
  },
];

/** Every other table, with the reason why its rows are not archived. */
export const OMITTED_TABLES: Readonly<Record<string, string>> = {
  "auth.sessions": "Sessions end with a restore.",
  "auth.refresh_tokens": "Sessions end with a restore.",
  "auth.mfa_factors":
    "Second factors are set up again after a restore: their secrets are encrypted with the keys of one site.",
  "private.recovery_codes": "Made again with the second factor.",
  "auth.mfa_challenges": "Codes about to be entered.",
  "auth.mfa_amr_claims": "Sessions end with a restore.",
  "auth.flow_state": "Sign-ins in progress.",
  "auth.audit_log_entries": "Unused.",
  "gateway.backups": "Results of scheduled backups, not of the site.",
  "gateway.backup_schedule": "When this host makes backups.",
  "gateway.notice_delivery": "How this host sends notices, with passwords.",
  "gateway.keys": "Written to keys.json, only with --with-keys.",
  "gateway.read_budgets": "Counts of the current minutes.",
  "gateway.rate_limits": "Counts of the current minutes.",
  "gateway.known_clients": "Devices of ended sessions.",
  "private.last_import": "Refers to versions by their number, which a restore changes.",
  "private.sign_ins": "A log of 90 days about this host's visitors, not the site's content.",
  "private.setup_links": "Valid for minutes, on one server.",
  "private.daily_salts": "Counts of the current day.",
  "private.visitor_counts": "Counts of the current day.",
  "private.daily_visitors": "Counts of the current day.",
  "private.deleted_notes": "Restored notes are numbered again, so that every device reads them.",
  "private.message_search": "Derived from public.messages by index_message.",
  "private.visit_hours": "Derived from public.visits by count_added_visits.",
  "public.calendar_feeds": "Who knows an address: a restore must not revive a revoked one.",
  "public.push_subscriptions": "Browsers of ended sessions.",
  "private.push_keys": "Made again when needed.",
  "private.notion_notes": "A cache of Notion's response.",
  "private.notice_sender": "How this host sends notices.",
  "private.notices": "Notices that were sent, or wait to be.",
  "private.drive_limits": "What this host allows.",
  "private.transfer_lease": "The backup or restore in progress.",
  "private.transfer_parts": "Rows of the backup or restore in progress.",
  "private.share_links": "Links end with a restore: an old archive would bring back revoked ones.",
  "private.received_files": "Belongs to links; the files themselves are archived.",
  "private.pending_blobs": "Uploads that are not finished, and bytes to delete.",
  "private.incoming_uploads": "Uploads that are not finished.",
  "storage.buckets": "Created by the migrations.",
  "supabase_migrations.schema_migrations": "Listed in the manifest.",
  "supabase_migrations.migration_checksums": "Listed in the manifest.",
  "supabase_migrations.expected_rights": "Derived from the schema.",
  "supabase_migrations.seed_files": "Whether this database was seeded.",
};

/** Omitted tables whose rows belong to what a restore replaces. */
export const CLEARED_TABLES: readonly string[] = [
  "private.pending_blobs",
  "private.incoming_uploads",
];

/**
 * The condition, in SQL, of the rows of a table that an archive has.
 * @param tables those in the archive.
 * @param options.moment when the archive was made, ISO 8601; default: the current transaction's
 *   time.
 * @param options.withoutWorkspace leaves out what only the workspace user may read.
 */
export function archivedRows(
  table: string,
  tables: readonly { name: string }[],
  { moment, withoutWorkspace = false }: { moment?: string; withoutWorkspace?: boolean } = {},
): string {
  const { only, unlessPrivate = "true" } = ARCHIVED_TABLES.find(({ name }) => name === table) ?? {};
  const hasGiven = ({ given }: ArchivedRows) => !given || tables.some(({ name }) => name === given);
  const where = [only, only?.older].find((rows) => rows && hasGiven(rows))?.where ?? "true";
  const then = moment ? where.replaceAll("now()", `'${moment}'::timestamptz`) : where;
  return withoutWorkspace ? `(${then}) and (${unlessPrivate})` : then;
}

/** Quotes a table's name for SQL: `"public"."messages"`. */
export function quoteTable(name: string): string {
  return name.split(".").map(quoteName).join(".");
}

/** Quotes an identifier for SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
