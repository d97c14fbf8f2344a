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

export async function listArchives(): Promise<Archives> {
  return archivesSchema.parse(await callBackups("archives"));
}

export async function getSchedule(): Promise<Schedule> {
  return scheduleSchema.parse(await callBackups("schedule"));
}

/** @param at time of day such as `03:00`; null turns backups off. */
export async function saveSchedule(at: string | null): Promise<void> {
  await callBackups("schedule", "PUT", { at });
}

export async function getDownload(): Promise<Download> {
  return downloadSchema.parse(await callBackups("downloads"));
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
  const { ticket } = ticketSchema.parse(await callBackups("downloads", "POST", request));
  const link = document.createElement("a");
  link.href = backupUrl(`archive?${new URLSearchParams({ ticket })}`);
  link.download = "";
  link.click();
}

export async function cancelDownload(): Promise<void> {
  await callBackups("downloads", "DELETE");
}
