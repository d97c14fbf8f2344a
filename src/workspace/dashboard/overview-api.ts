import type { NotionNote } from "../../../supabase/functions/fetch-notion-notes/contract.ts";
import { unwrap } from "../../lib/errors.ts";
import { requireReach } from "../../lib/reach.ts";
import { withShownName } from "../../lib/shown-name.ts";
import { getClient } from "../../lib/supabase.ts";
import type { DriveFile, DriveUsage } from "../files/file.ts";
import type { Note } from "../notes/note.ts";
import { type ListedRow, toListedNote } from "../notes/notes-api.ts";
import type { Task } from "../tasks/task.ts";

export interface Overview {
  usage: DriveUsage;
  /** Open tasks due by tomorrow (UTC), earliest first: the first 50 and the last 50. */
  tasks: Pick<Task, "id" | "title" | "status" | "priority" | "due_date">[];
  /** The latest pinned notes and the latest other notes. */
  notes: Note[];
  /** The files of all folders changed last. */
  files: Omit<DriveFile, "storage_object_path">[];
  /** The Notion notes edited last, as of the last sync. */
  notion: Omit<NotionNote, "tags">[];
}

/** Reads the whole dashboard in one request. */
export async function getOverview(): Promise<Overview> {
  requireReach("workspace");
  const request = getClient("workspace").rpc("workspace_overview");
  const found = unwrap(await request.abortSignal(AbortSignal.timeout(TIME_LIMIT_MS)));
  const { notes, files, ...rest } = found as unknown as Omit<Overview, "notes"> & {
    notes: ListedRow[];
  };
  // Whole rows, because the stores of all screens in this tab receive them.
  return { ...rest, files: files.map(withShownName), notes: notes.map(toListedNote) };
}

const TIME_LIMIT_MS = 30_000;
