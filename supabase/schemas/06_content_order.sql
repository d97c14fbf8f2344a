-- Order, visibility and dates of the content, and the layout of the page.
--
-- Order. A list has a chosen order when its entries have a `position` (`display_order` in
-- social_links). It is saved by one call, for the whole list or not at all:
--   rpc save_content_order(list text, items jsonb) returns void, for the owner
--     list   experience, education, projects, skills, skill_categories or social_links
--     items  [{"id": uuid, "was": position or null}, …]: every entry of the list, in the new order,
--            with the position the caller saw. For skills: every skill of one category.
--     PT409  an entry was added, removed or moved elsewhere; nothing was saved.
-- Positions count from 1. A new position alone is no new revision. Setting all positions to null
-- returns to the default order. An added entry has no position: src/content/entry-order.ts defines
-- its place.
--
-- Visibility. 'public'; 'draft': for the owner and the preview; 'hidden': for the owner. Only the
-- owner reads entries that are not public. The skills of a category have at most its visibility.
--
-- Dates. start_month and end_month are the first day of a month; a start without an end is a current
-- entry. An empty date_range is written from them ("Mar 2021 – Present"), and follows them until
-- somebody changes the text.
--
-- Sections. personal_info 'sections' is {"order": [id, …], "hidden": [id, …]} with the ids about,
-- education, experience, skills and projects; what is missing keeps its default place.

-- Returns the same text as formatMonthRange in shared/month-range.ts.
create function private.format_month_range(start_month date, end_month date) returns text
language sql stable set search_path = ''
as $$
  select case
    when start_month is null or start_month = end_month then to_char(end_month, 'Mon YYYY')
    else to_char(start_month, 'Mon YYYY') || ' – ' || coalesce(to_char(end_month, 'Mon YYYY'), 'Present')
  end
$$;

create function private.write_date_range() returns trigger
language plpgsql set search_path = ''
as $$
declare
  -- Tables without this column have entries with a single date.
  last date := case when to_jsonb(new) ? 'end_month' then to_jsonb(new) ->> 'end_month' else new.start_month::text end;
  last_before date;
begin
  if coalesce(new.date_range, '') = '' then
    new.date_range := coalesce(private.format_month_range(new.start_month, last), new.date_range);
  elsif tg_op = 'UPDATE' and new.date_range = old.date_range then
    last_before := case when to_jsonb(old) ? 'end_month' then to_jsonb(old) ->> 'end_month' else old.start_month::text end;
    if old.date_range = private.format_month_range(old.start_month, last_before) then
      new.date_range := private.format_month_range(new.start_month, last);
    end if;
  end if;
  return new;
end
$$;

grant execute on function private.format_month_range(date, date) to authenticated, service_role;

-- @limit content: entries of a list put in order; 10,000 entries by jsonb_array_length(items) > 10000
create function public.save_content_order(list text, items jsonb) returns void
language plpgsql security invoker set search_path = ''
as $$
declare
  place text := (select order_column from private.content_tables() where name = list);
  scope text := case list
    when 'skills' then 'entry.category_id is not distinct from (
      select first.category_id from public.skills as first where first.id = ($1 -> 0 ->> ''id'')::uuid)'
    else 'true'
  end;
  listed integer;
  saved integer;
begin
  perform private.require_role('admin', 'Only the owner changes the order.');
  if place is null then
    raise sqlstate '22023' using message = 'There is no list of this name.';
  end if;
  if items is null or jsonb_typeof(items) <> 'array' or jsonb_array_length(items) > 10000 then
    raise sqlstate '22023' using message = 'Expected a list of at most 10000 entries.';
  end if;
  -- Taken before any row is locked, so that two orders cannot deadlock.
  perform pg_advisory_xact_lock(hashtextextended('order of ' || list, 0));
  execute format('select count(*) from public.%I as entry where %s', list, scope) into listed using items;
  execute format(
    'update public.%1$I as entry set %2$I = item.place
    from (
      select (value ->> ''id'')::uuid as id, (value ->> ''was'')::integer as was, ordinality as place
      from jsonb_array_elements($1) with ordinality
    ) as item
    where entry.id = item.id and entry.%2$I is not distinct from item.was and %3$s',
    list, place, scope
  ) using items;
  get diagnostics saved = row_count;
  if saved <> listed or saved <> jsonb_array_length(items) then
    raise sqlstate 'PT409' using
      message = 'The list has changed elsewhere. Nothing was saved.',
      detail = format('%s of %s entries found.', saved, listed);
  end if;
end
$$;

comment on function public.save_content_order(text, jsonb) is
  'Owner only: saves the order of a list, [{id, was}] with every entry, all or nothing.';

select private.allow_calls('authenticated, service_role', '{save_content_order}');
