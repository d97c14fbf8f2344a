-- A deleted task that is restored has the position it had, which another one may have by now.
create function private.make_room_for_task() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (
    select from public.workspace_tasks
    where user_id = new.user_id and status = new.status and "order" = new."order" and id <> new.id
  ) then
    update public.workspace_tasks set "order" = "order" + 1
    where user_id = new.user_id and status = new.status and "order" >= new."order" and id <> new.id;
  end if;
  return new;
end
$$;

create trigger make_room_for_task before insert on public.workspace_tasks
  for each row when (new."order" >= 0) execute function private.make_room_for_task();

revoke execute on function private.make_room_for_task() from public;
