import type { ArchiveSummary } from "../../shared/restore.ts";
import { createRowReader } from "./copy-text.ts";
import type { TableManifest } from "./manifest.ts";

/** The email addresses of the accounts that an archive brings; null for none. */
export type Accounts = NonNullable<ArchiveSummary["accounts"]>;

/** Finds the accounts in an archive's rows while they pass. */
export function createAccountReader() {
  const emails = new Map<string | null, string | null>();
  let accounts: Accounts | null = null;

  return {
    async *pass({ name, columns }: TableManifest, copyText: AsyncIterable<Uint8Array>) {
      const isRead = name === "auth.users" || name === "private.members";
      if (!isRead) return yield* copyText;
      const reader = createRowReader();
      const roles = new Map<string | null, string | null>();
      for await (const chunk of copyText) {
        for (const row of reader.read(chunk)) {
          const field = (column: string) => row[columns.indexOf(column)] ?? null;
          if (name === "auth.users") emails.set(field("id"), field("email"));
          else roles.set(field("role"), field("user_id"));
        }
        yield chunk;
      }
      const emailOf = (role: string) => emails.get(roles.get(role) ?? null) ?? null;
      if (name === "private.members") {
        accounts = { owner: emailOf("admin"), workspace: emailOf("workspace") };
      }
    },
    /** Returns the addresses after the accounts' tables, the first of an archive; else null. */
    take(): Accounts | null {
      const found = accounts;
      accounts = null;
      return found;
    },
  };
}
