-- The inbox and My Drive ignore accents in searches, as the other tools do.
update private.message_search set text = private.fold_text(text);

drop index public.workspace_files_search;

create index workspace_files_search on public.workspace_files
  using gin ((private.fold_text(name) collate "C") extensions.gin_trgm_ops) where trashed_at is null;

drop function private.normalize_text(text);
