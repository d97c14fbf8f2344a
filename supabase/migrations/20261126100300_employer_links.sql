-- An employer may have a website, as an institution has.

alter table public.experience add column organization_link text
  check (organization_link = '' or private.is_link_url(organization_link));
