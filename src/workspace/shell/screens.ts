import { account } from "../account/tool.ts";
import { dashboard } from "../dashboard/tool.ts";
import { files } from "../files/tool.ts";
import { notes } from "../notes/tool.ts";
import { notion } from "../notion/tool.ts";
import { tasks } from "../tasks/tool.ts";
import type { Screen } from "./screen.ts";

/** Every guarded screen, in the order of the menu. */
export const screens: readonly Screen[] = [dashboard, notes, tasks, files, notion, account];
