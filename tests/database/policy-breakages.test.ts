import { expect, it } from "vitest";
import { describeNewestDatabase } from "../support/database-suite.ts";
import { cells, findDeviations, grantEverything } from "../support/role-matrix.ts";

/** Mistakes a later migration could make, and a cell of the matrix that must detect each. */
const breakages: Record<string, [sql: string, caught: string]> = {
  "row level security is switched off for messages": [
    "alter table public.messages disable row level security",
    "anonymous R own messages: allowed",
  ],
  "row level security is switched off for the members": [
    "alter table private.members disable row level security",
    "signed in, no role C own members: allowed",
  ],
  "row level security is switched off for pending blobs": [
    "alter table private.pending_blobs disable row level security",
    "signed in, no role U own pending_blobs: allowed",
  ],
  "files are moved into another's name": [
    `alter policy "The workspace user changes their own files" on public.workspace_files
      using ((select private.is_workspace())) with check ((select private.is_workspace()))`,
    "workspace user U foreign workspace_files: allowed",
  ],
  "everyone signed in reads messages": [
    `alter policy "The owner reads messages" on public.messages using (true)`,
    "signed in, no role R own messages: allowed",
  ],
  "visitors can no longer send messages": [
    `drop policy "Everyone sends unread messages" on public.messages`,
    "anonymous C own messages: denied",
  ],
  "messages are changed by anyone": [
    `alter policy "The owner marks messages" on public.messages using (true) with check (true)`,
    "workspace user U own messages: allowed",
  ],
  "visits are deleted by everyone signed in": [
    `alter policy "The owner deletes visits" on public.visits using (true)`,
    "workspace user D own visits: allowed",
  ],
  "visits are counted by everyone": [
    `alter policy "The owner reads visits" on public.visits to public using (true)`,
    "anonymous R own visits: allowed",
  ],
  "the owner changes visits": [
    `create policy extra on public.visits for update to authenticated using ((select private.is_admin()))`,
    "owner U own visits: allowed",
  ],
  "projects are for people signed in": [
    `alter policy "Everyone reads projects" on public.projects to authenticated`,
    "anonymous R own projects: denied",
  ],
  "the workspace user edits content": [
    `alter policy "The owner changes skills" on public.skills
      using ((select private.app_role()) is not null) with check ((select private.app_role()) is not null)`,
    "workspace user U own skills: allowed",
  ],
  "content is added by everyone signed in": [
    `alter policy "The owner adds experience" on public.experience with check (true)`,
    "signed in, no role C own experience: allowed",
  ],
  "a second policy for all verbs opens personal_info": [
    "create policy extra on public.personal_info for all to anon using (true) with check (true)",
    "anonymous D own personal_info: allowed",
  ],
  "the workspace user reads all accounts": [
    `alter policy "The owner reads all, the workspace user their own row" on public.workspace_users
      using ((select private.is_admin()) or (select private.is_workspace()))`,
    "workspace user R foreign workspace_users: allowed",
  ],
  "log entries are written in another's name": [
    `alter policy "The owner logs anything, the workspace user their own"
      on public.workspace_activity_logs
      with check ((select private.is_admin()) or (select private.is_workspace()))`,
    "workspace user C foreign workspace_activity_logs: allowed",
  ],
  "log entries are deleted by the owner": [
    `create policy extra on public.workspace_activity_logs for delete to authenticated
      using ((select private.is_admin()))`,
    "owner D own workspace_activity_logs: allowed",
  ],
  "notes are read without looking at whose they are": [
    `alter policy "The workspace user reads their own notes" on public.workspace_notes
      using ((select private.is_workspace()))`,
    "workspace user R foreign workspace_notes: allowed",
  ],
  "notes need no role": [
    `alter policy "The workspace user adds their own notes" on public.workspace_notes
      with check (user_id = (select auth.uid()))`,
    "signed in, no role C own workspace_notes: allowed",
  ],
  "notes are written in another's name": [
    `alter policy "The workspace user adds their own notes" on public.workspace_notes
      with check ((select private.is_workspace()))`,
    "workspace user C foreign workspace_notes: allowed",
  ],
  "the owner reads tasks": [
    `alter policy "The workspace user reads their own tasks" on public.workspace_tasks
      using ((select private.app_role()) is not null)`,
    "owner R foreign workspace_tasks: allowed",
  ],
  "another's files can be deleted": [
    `alter policy "The workspace user deletes their own files" on public.workspace_files
      using ((select private.is_workspace()))`,
    "workspace user D foreign workspace_files: allowed",
  ],
  "the storage policy forgets the folder": [
    `alter policy "Owner lists pictures, workspace user reads own files" on storage.objects
      using ((bucket_id = 'profile-pictures' and (select private.is_admin()))
        or (bucket_id = 'workspace-files' and (select private.is_workspace())))`,
    "workspace user R foreign bucket workspace-files: allowed",
  ],
  "the storage policy forgets the bucket": [
    `alter policy "Owner deletes pictures, workspace user own files" on storage.objects
      using ((select private.is_admin()) or (select private.is_workspace()))`,
    "workspace user D own bucket profile-pictures: allowed",
  ],
  "everyone lists the public bucket": [
    `create policy extra on storage.objects for select to anon using (bucket_id = 'profile-pictures')`,
    "anonymous R own bucket profile-pictures: allowed",
  ],
  "everyone signed in is the owner": [
    `create or replace function private.is_admin() returns boolean
      language sql stable security definer set search_path = ''
      as $$ select auth.uid() is not null $$`,
    "signed in, no role D own social_links: allowed",
  ],
  "the role is believed from the token": [
    `create or replace function private.app_role() returns text
      language sql stable security definer set search_path = ''
      as $$ select auth.jwt() -> 'user_metadata' ->> 'role' $$`,
    "signed in, no role U own education: allowed",
  ],
  "a deleted session still counts": [
    `create or replace function private.app_role() returns text
      language sql stable security definer set search_path = ''
      as $$ select role from private.members where user_id = auth.uid() $$`,
    "workspace user, signed out R own workspace_notes: allowed",
  ],
  "any session of anyone counts": [
    `create or replace function private.app_role() returns text
      language sql stable security definer set search_path = ''
      as $$ select members.role from private.members where user_id = auth.uid()
        and exists (select from auth.sessions) $$`,
    "owner, signed out D own messages: allowed",
  ],
};

describeNewestDatabase("The role matrix detects", (suite) => {
  it.each(Object.entries(breakages))("that %s", async (_, [sql, caught]) => {
    // The role matrix shows that no cell deviates while nothing is broken.
    const cell = cells().filter(({ label }) => caught.startsWith(`${label}: `));
    const deviations = await suite.trial(async (tx) => {
      await tx.unsafe(grantEverything);
      await tx.unsafe(sql);
      return findDeviations(tx, cell);
    });
    expect(deviations).toEqual([caught]);
  });
});
