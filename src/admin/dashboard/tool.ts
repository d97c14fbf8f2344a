import { LayoutDashboard } from "lucide-react";
import { paths } from "../../lib/paths.ts";
import type { Screen } from "../shell/screen.ts";

export const dashboard: Screen = {
  path: paths.admin.dashboard,
  title: "Dashboard",
  Icon: LayoutDashboard,
  keywords: "home statistics visits",
  load: async () => (await import("./dashboard-page.tsx")).DashboardPage,
};
