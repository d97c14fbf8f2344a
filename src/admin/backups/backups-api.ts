import { backupUrl, callBackups } from "../shell/backup-calls.ts";
import { type Backups, backupsSchema, ticketSchema } from "./backups-schema.ts";

export async function getBackups(): Promise<Backups> {
  return backupsSchema.parse(await callBackups("archives"));
}

/** Lets the browser save an archive of the site as it is now. */
export async function startDownload(): Promise<void> {
  const { ticket } = ticketSchema.parse(await callBackups("downloads", "POST"));
  const link = document.createElement("a");
  link.href = backupUrl(`archive?${new URLSearchParams({ ticket })}`);
  link.download = "";
  link.click();
}

export async function cancelDownload(): Promise<void> {
  await callBackups("downloads", "DELETE");
}
