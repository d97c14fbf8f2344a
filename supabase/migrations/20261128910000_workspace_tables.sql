-- Tables of the workspace get their policies from private.add_workspace_table(), by one form of names.
alter policy "The workspace user permanently deletes their own trashed notes" on public.trashed_notes
  rename to "The workspace user deletes their own trashed notes";

alter policy "The workspace user reads the versions of their files" on public.file_versions
  rename to "The workspace user reads their own versions of files";

alter policy "The workspace user reads which files their own notes use" on public.note_files
  rename to "The workspace user reads their own files in notes";

alter policy "The workspace user revokes their own calendar" on public.calendar_feeds
  rename to "The workspace user deletes their own calendar";

-- They return more columns, or served what releases before 1.1.0 left.
drop function private.archived_columns(), private.archived_tables(), private.normalize_file_names();
