import { account } from "../account/tool.ts";
import { analytics } from "../analytics/tool.ts";
import { backups } from "../backups/tool.ts";
import { dashboard } from "../dashboard/tool.ts";
import { timelines } from "../entries/tool.ts";
import { imports } from "../import/tool.ts";
import { inbox } from "../inbox/tool.ts";
import { info } from "../info/tool.ts";
import { notices } from "../notices/tool.ts";
import { projects } from "../projects/tool.ts";
import { skills } from "../skills/tool.ts";
import { workspaceUser } from "../workspace-user/tool.ts";
import type { Screen } from "./screen.ts";

const { experience, education, ...further } = timelines;

/** Every guarded screen of the panel, in the order of its menu. */
export const screens: readonly Screen[] = [
  dashboard,
  inbox,
  analytics,
  info,
  experience,
  education,
  projects,
  skills,
  ...Object.values(further),
  workspaceUser,
  notices,
  imports,
  backups,
  account,
];
