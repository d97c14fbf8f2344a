-- A skill may have no level, or one in words, as CV files have them. A skill that is added without
-- saying so gets 75 as before.

alter table public.skills
  alter column level drop not null,
  add column level_text text check (char_length(level_text) <= 100);

comment on column public.skills.level is 'The width of its bar in percent; without one it has no bar.';

comment on column public.skills.level_text is 'The level in words, such as "Senior"; shown beside the name.';
