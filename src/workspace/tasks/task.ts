import type { Tables } from "../../../shared/database.types.ts";

/** Maximum length in characters. @limit content: a task's title */
export const TASK_TITLE_MAX_LENGTH = 500;

export type Task = Tables<"workspace_tasks">;

/** A done task that is no longer on the board. */
export type ArchivedTask = Tables<"archived_tasks">;

/** The columns of the board, from left to right. */
export const statuses = ["todo", "inprogress", "done"] as const;

export type Status = (typeof statuses)[number];

export const statusNames: Record<Status, string> = {
  todo: "To Do",
  inprogress: "In Progress",
  done: "Done",
};

/** The column named in the URL; To Do when there is none. */
export function statusFrom(text: string): Status {
  return statuses.find((status) => status === text) ?? "todo";
}

/** Priorities from lowest to highest; each has one more arrow. */
export const priorities = ["low", "medium", "high", "urgent"] as const;

export type Priority = (typeof priorities)[number];

export const priorityNames: Record<Priority, string> = {
  low: "Low Priority",
  medium: "Medium Priority",
  high: "High Priority",
  urgent: "Urgent Priority",
};
