-- Lets the database of a hosted project call the function send-notices: after each notice, and every
-- five minutes for the weekly digest and for notices to be tried again. npm run deploy runs it; it can
-- be run again in the SQL editor.

create extension if not exists pg_net;

create extension if not exists pg_cron;

select cron.schedule('foyer-notices', '*/5 * * * *', 'select private.request_notices()');
