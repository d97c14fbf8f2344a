-- A token has 256 random bits, so wrong ones need no count. With one, anybody could use a link up
-- and keep a new site without an owner.

alter table private.setup_links drop column wrong_tries;
