import type { Tables } from "../../../shared/database.types.ts";
import { foldText, hasWords, passageOf, searchWords } from "../../lib/search/fold-text.ts";
import { copyKeys, openCopy } from "../shell/device-copy.ts";

/** A match, as `search_workspace` returns it. */
export interface Match {
  kind: string;
  id: string;
  title: string;
  /** The part of the text that matches, or the text's beginning. */
  passage: string;
  /** Column of a task, folders above a file, or URL of a Notion note. */
  place: string | null;
  item?: unknown;
}

/**
 * Searches the tasks and the folders as this device has read them last.
 * @returns `searched` names what it has. Never fails.
 */
export async function searchCopies(
  userId: string,
  search: string,
): Promise<{ matches: Match[]; searched: string[] }> {
  const device = openCopy(userId);
  const [tasks, folders] = await Promise.all([
    device.get<Tables<"workspace_tasks">[]>(copyKeys.tasks).catch(() => undefined),
    device.values<Tables<"workspace_files">[]>(copyKeys.folders).catch(() => []),
  ]);
  const words = searchWords(search);
  const isFound = (text: string) => hasWords(foldText(text), words);
  // Moved since, a file is in two folders.
  const files = new Map(
    folders
      .flat()
      .sort((one, other) => (one.updated_at < other.updated_at ? -1 : 1))
      .map((file) => [file.id, file]),
  );
  return {
    matches: [
      ...(tasks ?? []).flatMap(({ id, title, description, tags, status }): Match[] => {
        const text = [description, tags?.join(", ")].filter(Boolean).join(" · ");
        if (!isFound(`${title} ${text}`)) return [];
        return [{ kind: "task", id, title, passage: passageOf(text, words), place: status }];
      }),
      ...[...files.values()].flatMap(({ id, name, is_folder, parent_id }): Match[] => {
        if (!isFound(name)) return [];
        const place = parent_id && (files.get(parent_id)?.name ?? "");
        const kind = is_folder ? "folder" : "file";
        return [{ kind, id, title: name, passage: "", place, item: { parent_id } }];
      }),
    ],
    searched: [tasks ? "tasks" : "", folders.length > 0 ? "opened folders" : ""].filter(Boolean),
  };
}
