import { Link, UserRound } from "lucide-react";
import { editPath, paths } from "../../lib/paths.ts";
import type { Screen } from "../shell/screen.ts";

const path = paths.admin.info;

export const info: Screen = {
  path,
  title: "General Info",
  Icon: UserRound,
  keywords: "profile picture social links favicon",
  load: async () => (await import("./info-page.tsx")).InfoPage,
  group: "Portfolio",
  editors: { social_links: { Icon: Link, pathOf: (id) => editPath(path, id) } },
  live: { "public.personal_info": [] },
};
