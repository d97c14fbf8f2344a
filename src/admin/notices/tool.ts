import { Bell } from "lucide-react";
import { paths } from "../../lib/paths.ts";
import type { Screen } from "../shell/screen.ts";

export const notices: Screen = {
  path: paths.admin.notices,
  title: "Notices",
  Icon: Bell,
  keywords: "mail email webhook notifications digest test",
  load: async () => (await import("./notices-page.tsx")).NoticesPage,
  live: { "private.notices": [] },
};
