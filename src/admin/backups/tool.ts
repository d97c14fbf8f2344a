import { DatabaseBackup } from "lucide-react";
import { paths } from "../../lib/paths.ts";
import type { Screen } from "../shell/screen.ts";

export const backups: Screen = {
  path: paths.admin.backups,
  title: "Backups",
  Icon: DatabaseBackup,
  keywords: "archive download export restore",
  load: async () => (await import("./backups-page.tsx")).BackupsPage,
};
