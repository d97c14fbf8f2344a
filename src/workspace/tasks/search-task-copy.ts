import { foldText, hasWords, passageOf, searchWords } from "../../lib/search/fold-text.ts";
import { openCopy } from "../shell/device-copy.ts";
import type { DeviceMatches } from "../shell/screen.ts";
import type { Task } from "./task.ts";
import { TASKS_COPY } from "./tool.ts";

/** Searches the tasks as this device has read them last. Never fails. */
export async function searchTaskCopy(userId: string, search: string): Promise<DeviceMatches> {
  const tasks = await openCopy(userId)
    .get<Task[]>(TASKS_COPY)
    .catch(() => undefined);
  const words = searchWords(search);
  const matches = (tasks ?? []).flatMap(({ id, title, description, tags, status }) => {
    const text = [description, tags?.join(", ")].filter(Boolean).join(" · ");
    if (!hasWords(foldText(`${title} ${text}`), words)) return [];
    return [{ kind: "task", id, title, passage: passageOf(text, words), place: status }];
  });
  return { matches, searched: tasks ? "tasks" : "" };
}
