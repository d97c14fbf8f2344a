import type { NotionNote } from "../../../supabase/functions/fetch-notion-notes/contract.ts";
import { unwrap } from "../../lib/errors.ts";
import { requireReach } from "../../lib/reach.ts";
import { withShownName } from "../../lib/shown-name.ts";
import { getClient } from "../../lib/supabase.ts";
import type { DriveFile, DriveUsage } from "../files/file.ts";
import type { Note } from "../notes/note.ts";
import { type ListedRow, toListedNote } from "../notes/notes-api.ts";
import type { Task } from "../tasks/task.ts";

/** Data of every tool that the dashboard shows. */
export interface Overview {
  usage: DriveUsage;
  /** Open tasks due by tomorrow in UTC, the earliest first; the first and the last 50. */
  tasks: Pick<Task, "id" | "title" | "status" | "priority" | "due_date">[];
  /** Some pinned ones, and some of the others; of each the latest. */
  notes: Note[];
  /** The latest files of all folders. */
  files: Omit<DriveFile, "storage_object_path">[];
  /** The notes of Notion edited last, as of the last sync. */
  notion: Omit<NotionNote, "tags">[];
}

/** One request for the whole dashboard. */
export async function getOverview(): Promise<Overview> {
  requireReach("workspace");
  const request = getClient("workspace").rpc("workspace_overview");
  const found = unwrap(await request.abortSignal(AbortSignal.timeout(TIME_LIMIT_MS)));
  const { notes, files, ...rest } = found as unknown as Omit<Overview, "notes"> & {
    notes: ListedRow[];
  };
  // Whole rows: they become those that every screen of this tab knows.
  return { ...rest, files: files.map(withShownName), notes: notes.map(toListedNote) };
}

const TIME_LIMIT_MS = 30_000;
