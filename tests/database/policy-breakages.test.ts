import { expect, it } from "vitest";
import { describeDatabase } from "../support/database-suite.ts";
import { cells, findDeviations, grantEverything } from "../support/role-matrix.ts";

/** Mistakes a later migration could make. Each names a cell of the matrix that must detect it. */
const breakages: readonly { mistake: string; sql: string; caught: string }[] = [
  {
    mistake: "row level security is switched off for messages",
    sql: "alter table public.messages disable row level security",
    caught: "anonymous R own messages: allowed",
  },
  {
    mistake: "row level security is switched off for the members",
    sql: "alter table private.members disable row level security",
    caught: "signed in, no role C own members: allowed",
  },
  {
    mistake: "row level security is switched off for the paths to remove",
    sql: "alter table private.pending_blobs disable row level security",
    caught: "signed in, no role U own pending_blobs: allowed",
  },
  {
    mistake: "files are moved into another's name",
    sql: `alter policy "The workspace user changes their own files" on public.workspace_files
      using ((select private.is_workspace())) with check ((select private.is_workspace()))`,
    caught: "workspace user U foreign workspace_files: allowed",
  },
  {
    mistake: "everyone signed in reads messages",
    sql: `alter policy "The owner reads messages" on public.messages using (true)`,
    caught: "signed in, no role R own messages: allowed",
  },
  {
    mistake: "visitors can no longer send messages",
    sql: `drop policy "Everyone sends unread messages" on public.messages`,
    caught: "anonymous C own messages: denied",
  },
  {
    mistake: "messages are changed by anyone",
    sql: `alter policy "The owner marks messages" on public.messages using (true) with check (true)`,
    caught: "workspace user U own messages: allowed",
  },
  {
    mistake: "visits are deleted by everyone signed in",
    sql: `alter policy "The owner deletes visits" on public.visits using (true)`,
    caught: "workspace user D own visits: allowed",
  },
  {
    mistake: "visits are counted by everyone",
    sql: `alter policy "The owner reads visits" on public.visits to public using (true)`,
    caught: "anonymous R own visits: allowed",
  },
  {
    mistake: "the owner changes visits",
    sql: `create policy extra on public.visits for update to authenticated using ((select private.is_admin()))`,
    caught: "owner U own visits: allowed",
  },
  {
    mistake: "projects are for people signed in",
    sql: `alter policy "Everyone reads projects" on public.projects to authenticated`,
    caught: "anonymous R own projects: denied",
  },
  {
    mistake: "the workspace user edits content",
    sql: `alter policy "The owner changes skills" on public.skills
      using ((select private.app_role()) is not null) with check ((select private.app_role()) is not null)`,
    caught: "workspace user U own skills: allowed",
  },
  {
    mistake: "content is added by everyone signed in",
    sql: `alter policy "The owner adds experience" on public.experience with check (true)`,
    caught: "signed in, no role C own experience: allowed",
  },
  {
    mistake: "a second policy for all verbs opens personal_info",
    sql: "create policy extra on public.personal_info for all to anon using (true) with check (true)",
    caught: "anonymous D own personal_info: allowed",
  },
  {
    mistake: "the workspace user reads all accounts",
    sql: `alter policy "The owner reads all, the workspace user their own row" on public.workspace_users
      using ((select private.is_admin()) or (select private.is_workspace()))`,
    caught: "workspace user R foreign workspace_users: allowed",
  },
  {
    mistake: "log entries are written in another's name",
    sql: `alter policy "The owner logs anything, the workspace user their own"
      on public.workspace_activity_logs
      with check ((select private.is_admin()) or (select private.is_workspace()))`,
    caught: "workspace user C foreign workspace_activity_logs: allowed",
  },
  {
    mistake: "log entries are deleted by the owner",
    sql: `create policy extra on public.workspace_activity_logs for delete to authenticated
      using ((select private.is_admin()))`,
    caught: "owner D own workspace_activity_logs: allowed",
  },
  {
    mistake: "notes are read without looking at whose they are",
    sql: `alter policy "The workspace user reads their own notes" on public.workspace_notes
      using ((select private.is_workspace()))`,
    caught: "workspace user R foreign workspace_notes: allowed",
  },
  {
    mistake: "notes need no role",
    sql: `alter policy "The workspace user adds their own notes" on public.workspace_notes
      with check (user_id = (select auth.uid()))`,
    caught: "signed in, no role C own workspace_notes: allowed",
  },
  {
    mistake: "notes are written in another's name",
    sql: `alter policy "The workspace user adds their own notes" on public.workspace_notes
      with check ((select private.is_workspace()))`,
    caught: "workspace user C foreign workspace_notes: allowed",
  },
  {
    mistake: "the owner reads tasks",
    sql: `alter policy "The workspace user reads their own tasks" on public.workspace_tasks
      using ((select private.app_role()) is not null)`,
    caught: "owner R foreign workspace_tasks: allowed",
  },
  {
    mistake: "another's files can be deleted",
    sql: `alter policy "The workspace user deletes their own files" on public.workspace_files
      using ((select private.is_workspace()))`,
    caught: "workspace user D foreign workspace_files: allowed",
  },
  {
    mistake: "the storage policy forgets the folder",
    sql: `alter policy "Owner lists pictures, workspace user reads own files" on storage.objects
      using ((bucket_id = 'profile-pictures' and (select private.is_admin()))
        or (bucket_id = 'workspace-files' and (select private.is_workspace())))`,
    caught: "workspace user R foreign bucket workspace-files: allowed",
  },
  {
    mistake: "the storage policy forgets the bucket",
    sql: `alter policy "Owner deletes pictures, workspace user own files" on storage.objects
      using ((select private.is_admin()) or (select private.is_workspace()))`,
    caught: "workspace user D own bucket profile-pictures: allowed",
  },
  {
    mistake: "everyone lists the public bucket",
    sql: `create policy extra on storage.objects for select to anon using (bucket_id = 'profile-pictures')`,
    caught: "anonymous R own bucket profile-pictures: allowed",
  },
  {
    mistake: "everyone signed in is the owner",
    sql: `create or replace function private.is_admin() returns boolean
      language sql stable security definer set search_path = ''
      as $$ select auth.uid() is not null $$`,
    caught: "signed in, no role D own social_links: allowed",
  },
  {
    mistake: "the role is believed from the token",
    sql: `create or replace function private.app_role() returns text
      language sql stable security definer set search_path = ''
      as $$ select auth.jwt() -> 'user_metadata' ->> 'role' $$`,
    caught: "signed in, no role U own education: allowed",
  },
  {
    mistake: "a deleted session still counts",
    sql: `create or replace function private.app_role() returns text
      language sql stable security definer set search_path = ''
      as $$ select role from private.members where user_id = auth.uid() $$`,
    caught: "workspace user, signed out R own workspace_notes: allowed",
  },
  {
    mistake: "any session of anyone counts",
    sql: `create or replace function private.app_role() returns text
      language sql stable security definer set search_path = ''
      as $$ select members.role from private.members where user_id = auth.uid()
        and exists (select from auth.sessions) $$`,
    caught: "owner, signed out D own messages: allowed",
  },
];

describeDatabase("The role matrix catches", (suite) => {
  it.each(breakages)("that $mistake", async ({ sql, caught }) => {
    // The other cells take longer and are covered where nothing is broken.
    const tried = cells().filter(({ subject }) => caught.includes(` ${subject.name}: `));
    const { before, after } = await suite.trial(async (tx) => {
      await tx.unsafe(grantEverything);
      const intact = await findDeviations(tx, tried);
      await tx.unsafe(sql);
      return { before: intact, after: await findDeviations(tx, tried) };
    });
    expect(before).toEqual([]);
    expect(after).toContain(caught);
  });
});
