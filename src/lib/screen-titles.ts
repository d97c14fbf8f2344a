import { paths } from "./paths.ts";

const { admin, workspace } = paths;

/** The heading of each screen behind a login, by its path. It is shown before the screen's code. */
export const screenTitles = {
  [admin.dashboard]: "Dashboard",
  [admin.messages]: "Inbox",
  [admin.analytics]: "Analytics",
  [admin.info]: "General Info",
  [admin.experience]: "Manage Experience",
  [admin.education]: "Manage Education",
  [admin.projects]: "Manage Projects",
  [admin.skills]: "Manage Skills",
  [admin.workspaceUser]: "Workspace Management",
  [admin.notices]: "Notices",
  [admin.import]: "Import",
  [admin.backups]: "Backups",
  [admin.account]: "Account",
  [workspace.dashboard]: "Welcome back, Ines!",
  [workspace.notes]: "My Notes",
  [workspace.tasks]: "Task Board",
  [workspace.files]: "My Drive",
  [workspace.notion]: "Notion Integration",
  [workspace.account]: "Account",
} as const;
