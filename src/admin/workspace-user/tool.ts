import { UserRoundCog } from "lucide-react";
import { paths } from "../../lib/paths.ts";
import type { Screen } from "../shell/screen.ts";

export const workspaceUser: Screen = {
  path: paths.admin.workspaceUser,
  title: "Workspace Management",
  label: "Workspace",
  Icon: UserRoundCog,
  keywords: "user password logout",
  load: async () => (await import("./workspace-user-page.tsx")).WorkspaceUserPage,
  live: { "public.workspace_users": [], "public.workspace_activity_logs": [] },
};
