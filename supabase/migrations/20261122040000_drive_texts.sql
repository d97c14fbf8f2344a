-- My Drive: plainer words where a name is taken. Only the text of the function changes.

do $$
begin
  execute replace(
    pg_get_functiondef('public.move_files(uuid[], uuid, boolean)'::regprocedure),
    'There is already “%s” in this folder.',
    '“%s” already exists in this folder.'
  );
end
$$;
