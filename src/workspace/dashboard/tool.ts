import { LayoutDashboard } from "lucide-react";
import { paths } from "../../lib/paths.ts";
import type { Screen } from "../shell/screen.ts";

export const dashboard: Screen = {
  path: paths.workspace.dashboard,
  title: "Welcome back, Ines!",
  label: "Dashboard",
  Icon: LayoutDashboard,
  load: async () => (await import("./dashboard-page.tsx")).DashboardPage,
};
