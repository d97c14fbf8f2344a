-- Archives have the versions of files, the bytes of versions and thumbnails, and which note has which
-- picture.

-- The condition has to hold in databases without that function too: it is the one in
-- server/archive/tables.ts.
create or replace function private.archived_tables() returns table (
  place integer,
  name text,
  sorting text[],
  column_names text[],
  condition text,
  triggers text[],
  replaced boolean
)
language sql stable set search_path = ''
as $$
  select 100 + content.place::integer, 'public.' || content.name, array[content.key_column],
    null::text[], null::text, array['notify_content_change'], true
  from private.content_tables() as content
  union all values
    (1, 'auth.users', array['id'], array['id', 'aud', 'role', 'email', 'encrypted_password',
      'email_confirmed_at', 'raw_app_meta_data', 'raw_user_meta_data', 'banned_until',
      'last_sign_in_at', 'created_at', 'updated_at'], 'deleted_at is null', array[]::text[], false),
    (2, 'auth.identities', array['user_id', 'provider'], array['id', 'user_id', 'provider',
      'provider_id', 'identity_data', 'last_sign_in_at', 'created_at', 'updated_at'],
      'user_id in (select id from auth.users where deleted_at is null)', '{}', false),
    (3, 'private.members', array['role'], null, null, array['close_setup'], true),
    (201, 'private.sample_entries', array['table_name', 'id'], null, null, '{}', true),
    (202, 'public.messages', array['created_at', 'id'], null, null, array['index_message'], true),
    (203, 'public.visits', array['created_at', 'id'], null,
      'created_at >= private.visits_kept_since()',
      array['count_added_visits', 'count_removed_visits'], true),
    (204, 'public.workspace_users', array['user_id'], null, null, '{}', true),
    (205, 'public.workspace_activity_logs', array['created_at', 'id'], null, null, '{}', true),
    (206, 'public.workspace_notes', array['change_number'], null, null,
      array['lock_note_changes', 'number_change'], true),
    (207, 'public.trashed_notes', array['id'], null, null, '{}', true),
    (208, 'public.workspace_tasks', array['id'], null, null, '{}', true),
    (209, 'storage.objects', array['bucket_id', 'name'], array['id', 'bucket_id', 'name', 'owner_id',
      'metadata', 'user_metadata', 'created_at', 'updated_at'],
      '(bucket_id = ''profile-pictures'' or bucket_id = ''workspace-files'' and objects.name in (
        select storage_object_path from public.workspace_files
        union all select thumbnail_path from public.workspace_files
        union all select storage_object_path from public.file_versions))
        and to_jsonb(objects) ->> ''archived_at'' is null
        and coalesce(to_jsonb(objects) ->> ''is_delete_marker'', ''false'') = ''false''', '{}', false),
    (210, 'public.workspace_files', array['id'], null, null, '{}', true),
    (211, 'public.content_history', array['changed_at', 'id'], null, null, '{}', true),
    (212, 'public.notice_choices', array['cause'], null, null, '{}', true),
    (213, 'public.link_clicks', array['created_at', 'id'], null,
      'created_at >= private.visits_kept_since()',
      array['count_added_clicks', 'count_removed_clicks'], true),
    (214, 'private.analytics_days', array['day', 'metric', 'subject'], null,
      'day < (private.visits_kept_since() at time zone ''UTC'')::date', '{}', true),
    (215, 'public.trashed_messages', array['trashed_at', 'id'], null, null, '{}', true),
    (216, 'public.spam_senders', array['email'], null, null, '{}', true),
    (217, 'public.archived_tasks', array['id'], null, null, '{}', true),
    (218, 'public.file_versions', array['id'], null, null, '{}', true),
    (219, 'public.note_files', array['note_id', 'file_id'], null, null, '{}', true)
  order by 1
$$;
