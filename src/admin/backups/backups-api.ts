import { backupUrl, callBackups } from "../shell/host-calls.ts";
import {
  type Archives,
  archivesSchema,
  type Download,
  downloadSchema,
  type Schedule,
  scheduleSchema,
  ticketSchema,
} from "./backups-schema.ts";

export async function listArchives(signal: AbortSignal): Promise<Archives> {
  return archivesSchema.parse(await callBackups("archives", { signal }));
}

export async function getSchedule(signal: AbortSignal): Promise<Schedule> {
  return scheduleSchema.parse(await callBackups("schedule", { signal }));
}

/** @param at time of day such as `03:00`; null turns backups off. */
export async function saveSchedule(at: string | null): Promise<void> {
  await callBackups("schedule", { method: "PUT", json: { at } });
}

export async function getDownload(signal: AbortSignal): Promise<Download> {
  return downloadSchema.parse(await callBackups("downloads", { signal }));
}

export interface DownloadRequest {
  /** The owner's password. */
  password: string;
  /** Null for an archive that is not encrypted. */
  passphrase: string | null;
  withoutWorkspace: boolean;
}

/** Starts the download of an archive of the current site. */
export async function startDownload(request: DownloadRequest): Promise<void> {
  const { ticket } = ticketSchema.parse(
    await callBackups("downloads", { method: "POST", json: request }),
  );
  const link = document.createElement("a");
  link.href = backupUrl(`archive?${new URLSearchParams({ ticket })}`);
  link.download = "";
  link.click();
}

export async function cancelDownload(): Promise<void> {
  await callBackups("downloads", { method: "DELETE" });
}
