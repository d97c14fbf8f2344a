-- The search returns the paths of thumbnails.
drop function public.search_files(text, integer);
