import type { BuiltSite } from "../sites/built-site.ts";

/** Adds notices as in an outbox in use; a site without a mail server sends nothing. */
export async function fillNotices({ sql }: BuiltSite): Promise<void> {
  await sql`select register_notice_sender('mail', 'mara@slipway.example')`;
  await sql`insert into private.notices (cause, cause_key, sent_at, failed_at, last_error) values
    ('backup', 'backup:1', now() - interval '2 hours', null, null),
    ('sign_in', 'sign_in:1', null, now() - interval '3 minutes',
      'Message failed (452 4.2.2 The mailbox is full, try again later)')`;
}
