import { FileInput } from "lucide-react";
import { paths } from "../../lib/paths.ts";
import type { Screen } from "../shell/screen.ts";

export const imports: Screen = {
  path: paths.admin.import,
  title: "Import",
  Icon: FileInput,
  keywords: "cv resume linkedin json upload export content",
  load: async () => (await import("./import-page.tsx")).ImportPage,
};
