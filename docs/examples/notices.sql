-- Lets the database of a hosted project call the function send-notices: after each notice, and every
-- minute for reminders, the weekly digest and notices to be tried again. npm run deploy runs it; it can
-- be run again in the SQL editor.

create extension if not exists pg_net;

create extension if not exists pg_cron;

select cron.schedule('foyer-notices', '* * * * *', 'select private.request_notices()');
