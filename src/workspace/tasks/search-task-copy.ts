import { foldText, hasWords, passageOf, searchWords } from "../../lib/search/fold-text.ts";
import type { DeviceMatches } from "../shell/screen.ts";
import { getBoardCopy } from "./board-copy.ts";
import { applyChanges, inOrder, sendable } from "./task-changes.ts";
import { readUnsentChanges } from "./task-queue-service.ts";

/** Searches the tasks as this device has read and changed them last. Never fails. */
export async function searchTaskCopy(userId: string, search: string): Promise<DeviceMatches> {
  const [copy, unsent] = await Promise.all([
    getBoardCopy(userId).read(),
    readUnsentChanges(userId),
  ]);
  const tasks = copy && applyChanges(copy, sendable(inOrder(unsent)));
  const words = searchWords(search);
  const matches = (tasks ?? []).flatMap(({ id, title, description, tags, status }) => {
    const text = [description, tags?.join(", ")].filter(Boolean).join(" · ");
    if (!hasWords(foldText(`${title} ${text}`), words)) return [];
    return [{ kind: "task", id, title, passage: passageOf(text, words), place: status }];
  });
  return { matches, searched: tasks ? "tasks" : "" };
}
