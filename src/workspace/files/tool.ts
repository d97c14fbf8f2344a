import { File, Folder, FolderOpen, FolderPlus } from "lucide-react";
import { filePath, folderPath, paths } from "../../lib/paths.ts";
import type { ScreenAction } from "../../lib/screen.ts";
import type { Match, Screen } from "../shell/screen.ts";
import { CONTENT, ROOT_NAME, TABLE } from "./file.ts";

const path = paths.workspace.files;

export const newFolder = {
  text: "New folder",
  keys: "N",
  keywords: "add create drive",
  Icon: FolderPlus,
  path(query) {
    const folder = query.get("folder");
    return `${path}?${new URLSearchParams({ ...(folder && { folder }), add: "" })}`;
  },
} satisfies ScreenAction;

const above = ({ place }: Match) => place || ROOT_NAME;

export const files: Screen = {
  path,
  title: ROOT_NAME,
  Icon: FolderOpen,
  text: "Keep files in folders and open them wherever you sign in.",
  load: async () => (await import("./files-page.tsx")).FilesPage,
  actions: [newFolder],
  found: {
    group: "Files",
    kinds: {
      folder: (match) => ({ Icon: Folder, detail: above(match), action: folderPath(match.id) }),
      file: (match) => {
        const item = match.item as { parent_id?: string | null } | null;
        const action = filePath(match.id, item?.parent_id ?? null);
        return { Icon: File, detail: above(match), action };
      },
    },
    searchDevice: async (...search) =>
      (await import("./search-folder-copies.ts")).searchFolderCopies(...search),
  },
  live: { [`public.${TABLE}`]: [], "private.share_links": [], "private.received_files": [] },
  // The bytes of a file never change.
  isStill: ([first]) => first === CONTENT,
};
