import type { SupabaseClient } from "@supabase/supabase-js";
import { ArchiveError, archiveBusy } from "../archive/archive-error.ts";
import { clientFor, type Project } from "../owner/hosted.ts";

/** One backup or restore of a project, which excludes others until it ends. */
export interface HostedTransfer {
  id: string;
  /** GoTrue's admin API. */
  accounts: SupabaseClient["auth"]["admin"];
  /**
   * Calls a function of the schema (supabase/migrations, site_transfers).
   * @throws {ArchiveError} with one sentence.
   */
  call<T>(name: string, args?: Record<string, unknown>): Promise<T>;
  /** Deletes the staged rows. Can be repeated. */
  end(): Promise<void>;
}

/** A fifth of the time after which others may take over. */
const RENEW_MS = 60_000;

/**
 * Begins a backup or restore with the secret key.
 * @throws {ArchiveError} `archive_busy` while another one is running.
 */
export async function beginTransfer(project: Project): Promise<HostedTransfer> {
  const client = clientFor(project);
  const transfer = await call<string>(client, "begin_transfer", {});
  // Failures show in the next call that matters.
  const renewing = setInterval(
    () => void call(client, "renew_transfer", { transfer }).catch(() => {}),
    RENEW_MS,
  ).unref();
  return {
    id: transfer,
    accounts: client.auth.admin,
    call: (name, args) => call(client, name, { transfer, ...args }),
    async end() {
      clearInterval(renewing);
      await call(client, "end_transfer", { transfer }).catch(() => {});
    },
  };
}

async function call<T>(
  client: SupabaseClient,
  name: string,
  args: Record<string, unknown>,
): Promise<T> {
  const { data, error } = await client.rpc(name, args);
  if (!error) return data as T;
  if (name === "begin_transfer" && error.code === "PT409") throw archiveBusy();
  throw new ArchiveError(explain(error, name), { cause: error });
}

function explain(error: { code: string; message: string }, name: string): string {
  if (error.code === "PGRST202") {
    return "The project has no schema of Foyer, or an older one than this version. Update it with npm run deploy.";
  }
  // An unknown key has no code.
  if (error.code === "42501" || /invalid api key/i.test(error.message)) {
    return "SUPABASE_SECRET_KEY is not the secret key of this project.";
  }
  if (error.code === "57014") {
    return `The project's database took too long (${name}). Try again when it is less busy.`;
  }
  if (/fetch failed/.test(error.message)) return "The project cannot be reached.";
  return `The project refused ${name}: ${error.message}`;
}
