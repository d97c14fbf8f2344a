import { ArchiveError } from "../archive/archive-error.ts";
import type { TableManifest } from "../archive/manifest.ts";
import { isoTimestamp } from "../database/connect.ts";
import type { HostedTransfer } from "./hosted-project.ts";
import { fieldsOf, readParts } from "./staged-rows.ts";

/**
 * Replaces the project's accounts by the staged ones, with their ids and passwords, which GoTrue
 * accepts only for new accounts.
 * @param table the staged rows of `auth.users`.
 */
export async function replaceAccounts(
  transfer: HostedTransfer,
  table: TableManifest | undefined,
): Promise<void> {
  await removeAccounts(transfer.accounts);
  if (!table) return;
  const fields = fieldsOf(table);
  for await (const rows of readParts(transfer, table)) {
    for (const row of rows) await createAccount(transfer.accounts, fields(row));
  }
}

async function removeAccounts(accounts: HostedTransfer["accounts"]): Promise<void> {
  for (;;) {
    const { data, error } = await accounts.listUsers({ page: 1, perPage: 200 });
    if (error) throw new ArchiveError(`The accounts could not be listed: ${error.message}`);
    if (data.users.length === 0) return;
    for (const { id } of data.users) {
      const { error } = await accounts.deleteUser(id);
      if (error) throw new ArchiveError(`An account could not be removed: ${error.message}`);
    }
  }
}

async function createAccount(
  accounts: HostedTransfer["accounts"],
  user: Record<string, string | null | undefined>,
): Promise<void> {
  const { id, email, encrypted_password: hash } = user;
  const ban = hoursUntil(user.banned_until);
  const { error } = await accounts.createUser({
    ...(id ? { id } : {}),
    ...(email ? { email } : {}),
    ...(hash ? { password_hash: hash } : {}),
    email_confirm: user.email_confirmed_at != null,
    app_metadata: JSON.parse(user.raw_app_meta_data ?? "{}"),
    user_metadata: JSON.parse(user.raw_user_meta_data ?? "{}"),
    ...(ban > 0 ? { ban_duration: `${ban}h` } : {}),
  });
  if (error) throw new ArchiveError(`The account ${email} could not be created: ${error.message}`);
}

/** A century, in place of an unlimited ban. */
const LONGEST_BAN_HOURS = 876_000;

/** @param time in PostgreSQL's format, such as `2026-11-20 11:04:46.515+00` or `infinity`. */
function hoursUntil(time: string | null | undefined): number {
  if (!time) return 0;
  if (time === "infinity") return LONGEST_BAN_HOURS;
  const hours = Math.ceil((Date.parse(isoTimestamp(time)) - Date.now()) / 3_600_000);
  return Math.min(hours, LONGEST_BAN_HOURS);
}
