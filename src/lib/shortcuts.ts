import { addPath, paths } from "./paths.ts";

/** What the icon of the installed workspace offers. The page that names it loads no `tool.ts`. */
export const shortcuts = {
  newNote: { text: "New note", path: addPath(paths.workspace.notes) },
  tasks: { text: "Tasks", path: paths.workspace.tasks },
  files: { text: "Drive", path: paths.workspace.files },
} as const;
