import { addPath, paths } from "./paths.ts";

/** Shortcuts on the installed workspace's icon. Their page loads no `tool.ts`. */
export const shortcuts = {
  newNote: { text: "New note", path: addPath(paths.workspace.notes) },
  tasks: { text: "Tasks", path: paths.workspace.tasks },
  files: { text: "Drive", path: paths.workspace.files },
} as const;
