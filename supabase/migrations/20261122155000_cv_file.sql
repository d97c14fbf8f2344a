-- A CV as PDF that the owner offers instead of the generated one: a file `public/cv-….pdf` in the
-- public bucket of pictures, under its policies.
--   personal_info  cvFile      the file's public address, or a path of the site
--                  cvDownload  'file' offers it; anything else the generated CV

update storage.buckets
set allowed_mime_types = array_append(allowed_mime_types, 'application/pdf')
where id = 'profile-pictures' and not 'application/pdf' = any (allowed_mime_types);

alter table public.personal_info
  add constraint personal_info_cv_file_check
    check (key <> 'cvFile' or value is null or value = '' or private.is_image_url(value)),
  add constraint personal_info_cv_download_check
    check (key <> 'cvDownload' or value is null or value in ('', 'file'));
