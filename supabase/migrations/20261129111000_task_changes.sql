-- The changes of the task board that devices have sent, so that each is applied once.
create table private.task_changes (
  user_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  applied_at timestamptz not null default now(),
  primary key (user_id, id)
);

create index task_changes_by_age on private.task_changes (user_id, applied_at);

alter table private.task_changes enable row level security;

revoke all on private.task_changes from public;
