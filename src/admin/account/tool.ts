import { accountScreen } from "../../account/account-tool.ts";
import { paths } from "../../lib/paths.ts";
import type { Screen } from "../shell/screen.ts";

export const account: Screen = {
  ...accountScreen,
  path: paths.admin.account,
  load: async () => (await import("./account-page.tsx")).AccountPage,
};
