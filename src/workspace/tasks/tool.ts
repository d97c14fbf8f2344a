import { Archive, Plus, SquareKanban } from "lucide-react";
import { addPath, editPath, paths, taskArchivePath } from "../../lib/paths.ts";
import type { ScreenAction } from "../../lib/screen.ts";
import type { Screen } from "../shell/screen.ts";
import { type Status, statusNames } from "./task.ts";

/** The first part of the keys of its queries. */
export const TABLE = "workspace_tasks";
export const ARCHIVE_TABLE = "archived_tasks";

const path = paths.workspace.tasks;

export const newTask = {
  text: "New task",
  keys: "N",
  keywords: "add create to do",
  Icon: Plus,
  path: addPath(path),
} satisfies ScreenAction;

export const tasks: Screen = {
  path,
  title: "Task Board",
  Icon: SquareKanban,
  text: "Move work from To Do through In Progress to Done.",
  load: async () => (await import("./tasks-page.tsx")).TasksPage,
  actions: [newTask],
  found: {
    group: "Tasks",
    kinds: {
      task: ({ id, place }) => ({
        Icon: SquareKanban,
        detail: statusNames[place as Status],
        action: editPath(path, id),
      }),
      "archived task": (_match, typed) => ({
        Icon: Archive,
        detail: "Archive",
        action: taskArchivePath(typed),
      }),
    },
    searchDevice: async (...search) =>
      (await import("./search-task-copy.ts")).searchTaskCopy(...search),
  },
  live: { [`public.${TABLE}`]: [], [`public.${ARCHIVE_TABLE}`]: [] },
};
