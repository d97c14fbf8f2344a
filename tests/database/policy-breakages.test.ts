import { expect, it } from "vitest";
import { describeNewestDatabase } from "../support/databases/database-suite.ts";
import { cells, findDeviations, grantEverything } from "../support/databases/role-matrix.ts";

/** One mistake of each kind that a later migration could make, and the cell that must detect it. */
const breakages: Record<string, [sql: string, caught: string]> = {
  "row level security is switched off for messages": [
    "alter table public.messages disable row level security",
    "anonymous R own messages: allowed",
  ],
  "files are moved into another's name": [
    `alter policy "The workspace user changes their own files" on public.workspace_files
      using ((select private.is_workspace())) with check ((select private.is_workspace()))`,
    "workspace user U foreign workspace_files: allowed",
  ],
  "visitors can no longer send messages": [
    `drop policy "Everyone sends unread messages" on public.messages`,
    "anonymous C own messages: denied",
  ],
  "the owner changes visits": [
    `create policy extra on public.visits for update to authenticated using ((select private.is_admin()))`,
    "owner U own visits: allowed",
  ],
  "projects are for people signed in": [
    `alter policy "Everyone reads public projects, the owner all" on public.projects
      to authenticated`,
    "anonymous R own projects: denied",
  ],
  "drafts are read by everyone": [
    `alter policy "Everyone reads public projects, the owner all" on public.projects using (true)`,
    "anonymous R own unpublished projects: allowed",
  ],
  "a second policy for all verbs opens personal_info": [
    "create policy extra on public.personal_info for all to anon using (true) with check (true)",
    "anonymous D own personal_info: allowed",
  ],
  "notes are read without looking at whose they are": [
    `alter policy "The workspace user reads their own notes" on public.workspace_notes
      using ((select private.is_workspace()))`,
    "workspace user R foreign workspace_notes: allowed",
  ],
  "notes are written in another's name": [
    `alter policy "The workspace user adds their own notes" on public.workspace_notes
      with check ((select private.is_workspace()))`,
    "workspace user C foreign workspace_notes: allowed",
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
};

describeNewestDatabase("The role matrix detects", (suite) => {
  it.each(Object.entries(breakages))(
    "the role matrix detects that %s",
    async (_, [sql, caught]) => {
      // The role matrix test shows that no cell deviates in an unbroken schema.
      const cell = cells().filter(({ label }) => caught.startsWith(`${label}: `));
      const deviations = await suite.trial(async (tx) => {
        await tx.unsafe(grantEverything);
        await tx.unsafe(sql);
        return findDeviations(tx, cell);
      });
      expect(deviations).toEqual([caught]);
    },
  );
});
