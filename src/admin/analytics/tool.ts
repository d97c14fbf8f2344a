import { ChartColumn } from "lucide-react";
import { paths } from "../../lib/paths.ts";
import type { Screen } from "../shell/screen.ts";

export const analytics: Screen = {
  path: paths.admin.analytics,
  title: "Analytics",
  Icon: ChartColumn,
  keywords: "visits visitors referrers sources links statistics",
  load: async () => (await import("./analytics-page.tsx")).AnalyticsPage,
};
