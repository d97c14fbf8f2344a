import { FolderGit2 } from "lucide-react";
import { kindScreen } from "../shell/screen.ts";

export const projects = kindScreen(
  "projects",
  FolderGit2,
  async () => (await import("./projects-page.tsx")).ProjectsPage,
);
