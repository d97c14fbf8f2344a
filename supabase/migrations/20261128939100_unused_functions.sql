-- No release of the browser code calls these functions, which alone needed these indexes.
drop function public.list_folder(uuid, text, boolean, uuid, integer),
  public.delete_found_messages(text, timestamptz, uuid[]);

drop index public.workspace_files_of_folder_by_date, public.workspace_files_of_root_by_date,
  public.workspace_files_of_folder_by_size, public.workspace_files_of_root_by_size;

-- The functions that they called have other names.
drop function public.last_import(), private.last_import_state(),
  public.count_messages(text), private.count_found_messages(text);
