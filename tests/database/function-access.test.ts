import { expect, it } from "vitest";
import { codeOf, describeDatabase, sqlstate } from "../support/databases/database-suite.ts";
import { type Persona, personas, userIds } from "../support/databases/personas.ts";

const signedIn = personas.filter((persona) => persona !== "anonymous");
const ids = "array(select gen_random_uuid())";

/**
 * A call of every function of the Data API, with the roles that may call it. All other roles are
 * refused.
 */
const calls: Record<
  string,
  {
    by: readonly Persona[];
    calls: readonly string[];
    /** Error code for permitted callers, if they get no result. */
    code?: string;
  }
> = {
  "the secret key": {
    by: [],
    calls: [
      "list_members()",
      "claim_role(gen_random_uuid(), 'admin')",
      "grant_role(gen_random_uuid(), 'admin')",
      "save_notion_notes('x', '[]')",
      "get_notion_notes('x')",
      "get_drive_limits()",
      "set_drive_limits(1, 1)",
      "register_notice_sender('mail', 'a@b.example')",
      "claim_notice()",
      "claim_test_notice()",
      "hand_over_notice(gen_random_uuid())",
      "settle_notice(gen_random_uuid(), 'sent')",
      "release_notices()",
      "begin_transfer()",
      "renew_transfer(gen_random_uuid())",
      "end_transfer(gen_random_uuid())",
      "describe_site(gen_random_uuid())",
      "snapshot_site(gen_random_uuid())",
      "get_transfer_part(gen_random_uuid(), 'auth.users', 1)",
      "stage_rows(gen_random_uuid(), 'public.messages', '{subject}', 1, '[]')",
      "list_replaced_files(gen_random_uuid())",
      "replace_site(gen_random_uuid(), '[]')",
      "count_share_try('x', 'x')",
      "open_share('x', '', '')",
      "share_paths('x', '', '{}')",
      "share_paths('x', '', '{}', true)",
      "open_inbox('x', '', '')",
      "reserve_received('x', '', '[]')",
      "finish_received('x', '', 'x', 'x')",
      "project_state('{}')",
      "live_state()",
      "read_calendar_feed('x')",
      "get_reminder(gen_random_uuid())",
      "save_push_keys(null, null)",
      "answer_reminder('x', 'x', gen_random_uuid(), 'done')",
      "register_reminder_sender('https://p.example')",
    ],
  },
  "the owner": {
    by: ["owner"],
    calls: [
      "list_messages()",
      "list_messages('x')",
      "export_messages()",
      "count_messages('')",
      `mark_messages(${ids}, true)`,
      `delete_messages(${ids})`,
      "mark_found_messages('', now(), true)",
      `mark_messages_replied(${ids}, true)`,
      "mark_found_messages_replied('', now(), true)",
      "trash_found_messages('', now())",
      `restore_messages(${ids})`,
      `mark_spam(${ids})`,
      "unmark_spam()",
      "notice_status()",
      "clear_sample_content()",
      "save_content_order('projects', '[]')",
      "import_content('{}')",
      "import_file('{}')",
      "undo_import(gen_random_uuid())",
      "restore_content_version(1, 1)",
      "restore_deleted_content('projects', 'x')",
      "purge_deleted_content('projects', 'x')",
    ],
  },
  "the workspace user": {
    by: ["workspace user"],
    calls: [
      "drive_usage()",
      "list_due_blobs()",
      "clear_due_blobs('{x}')",
      "reserve_upload('x', 1)",
      `reserve_uploads('[{"name": "x", "size": 1}]')`,
      "extend_upload('x')",
      "release_upload('x')",
      "move_files('{}')",
      "trash_files('{}')",
      "restore_files('{}')",
      "delete_files('{}')",
      "empty_trash()",
      "star_files('{}', true)",
      "release_versions(1)",
      "save_thumbnails('[]')",
      "list_shares()",
      "list_received()",
      "see_received()",
      "revoke_share(gen_random_uuid())",
      "search_files('x')",
      "archive_tasks('{}')",
      "restore_tasks('{}')",
      "search_workspace('x')",
      "workspace_overview()",
      "restore_notes('{}')",
      "rename_label('x', 'y')",
      "import_notes('[]')",
      "create_calendar_feed()",
      `change_tasks(gen_random_uuid(), '{"kind": "archive", "ids": []}')`,
    ],
  },
  "the workspace user, for a file that does not exist": {
    by: ["workspace user"],
    calls: [
      "create_share(gen_random_uuid())",
      "change_share(gen_random_uuid(), '{}')",
      "renew_share(gen_random_uuid())",
    ],
    code: "PT404",
  },
  "the owner and the workspace user": {
    by: ["owner", "workspace user"],
    calls: ["end_own_sessions('x')"],
  },
  "who has just entered a code": {
    by: [],
    calls: ["create_recovery_codes()"],
  },
  // For these functions, row level security or the caller's role determines the rows.
  "signed-in users": {
    by: signedIn,
    calls: [
      "own_role()",
      "was_logged_out()",
      "list_own_sessions()",
      "list_own_sign_ins()",
      "session_limits()",
      "recovery_codes_left()",
      "use_recovery_code('x')",
      "visit_statistics()",
      "site_analytics()",
      "count_sample_content()",
      "list_sample_content()",
      "last_import()",
      "list_unused_pictures()",
      "save_task_order('[]')",
      "search_long_notes('x')",
      "note_changes(0)",
      "task_changes(0)",
      "file_changes(0, 1, true)",
      "list_folder()",
      "sweep_trashed_notes()",
      "list_subtree('{}')",
      "count_items('{}')",
    ],
  },
};

describeDatabase("Functions of the Data API", (suite) => {
  it.each(Object.entries(calls))(
    "functions of the Data API are callable as listed by %s",
    async (_, { by, calls: listed, code = null }) => {
      for (const persona of personas) {
        const codes = await suite.as(persona, async (tx) => {
          const found: (string | null)[] = [];
          for (const call of listed)
            found.push(await codeOf(tx, (inner) => inner.unsafe(`select ${call}`)));
          return found;
        });
        const expected = by.includes(persona) ? code : sqlstate.denied;
        expect(codes, persona).toEqual(listed.map(() => expected));
      }
    },
  );

  it("functions of the Data API are all listed", async () => {
    const listed = Object.values(calls).flatMap((group) =>
      group.calls.map((call) => call.replace(/\(.*/, "")),
    );
    const functions = await suite.sql<{ name: string }[]>`
      select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace`;
    expect(functions.map(({ name }) => name).sort()).toEqual([...new Set(listed)].sort());
  });

  it("functions of the schema private that read or replace the whole site refuse all personas", async () => {
    for (const persona of personas) {
      const codes = await suite.as(persona, async (tx) => [
        await codeOf(tx, (inner) => inner`select private.describe_site()`),
        await codeOf(tx, (inner) => inner`select private.read_site()`),
        await codeOf(tx, (inner) => inner`select private.snapshot_site(gen_random_uuid())`),
        await codeOf(tx, (inner) => inner`select private.replace_site(gen_random_uuid(), '[]')`),
      ]);
      expect(codes, persona).toEqual(codes.map(() => sqlstate.denied));
    }
  });

  it("functions of the schema private that serve one user refuse all callers", async () => {
    for (const persona of personas) {
      const codes = await suite.as(persona, async (tx) => [
        await codeOf(tx, (inner) => inner`select private.drive_used(gen_random_uuid())`),
        await codeOf(
          tx,
          (inner) => inner`select private.record_failed_sign_in(
            gen_random_uuid(), 'wrong_password', 1, null, null)`,
        ),
        await codeOf(
          tx,
          (inner) => inner`select private.reserve_space(
            gen_random_uuid(), gen_random_uuid(), 'x', 1, interval '1 hour')`,
        ),
        await codeOf(
          tx,
          (inner) => inner`select private.hold_received(
            gen_random_uuid(), ${`${userIds.workspace}/x`}, 1, interval '1 hour')`,
        ),
      ]);
      expect(codes, persona).toEqual(codes.map(() => sqlstate.denied));
    }
  });
});
