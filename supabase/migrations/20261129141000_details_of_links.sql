-- Links have a label, a title, a note and an order, and show thumbnails.
alter table private.share_links
  add column label text not null default '' check (char_length(label) <= 100),
  add column title text not null default '' check (char_length(title) <= 200),
  add column note text not null default '' check (char_length(note) <= 2000),
  add column sorting text not null default 'name' check (sorting ~ '^-?(name|size|updated_at)$');

drop function public.create_share(uuid, integer, text, boolean, integer, bigint),
  private.create_share(uuid, integer, text, boolean, integer, bigint),
  public.share_paths(text, text, uuid[]), private.share_paths(text, text, uuid[]);
