import {
  Bell,
  BriefcaseBusiness,
  ChartColumn,
  DatabaseBackup,
  ExternalLink,
  Eye,
  FileInput,
  FolderGit2,
  GraduationCap,
  Inbox,
  LayoutDashboard,
  LogOut,
  Plus,
  ShieldUser,
  SunMoon,
  Tags,
  UserRound,
  UserRoundCog,
  Wrench,
} from "lucide-react";
import { addPath, categoriesPath, paths } from "../../lib/paths.ts";
import { openPreview } from "../shell/preview-events.ts";
import type { PaletteItem } from "./palette-item.ts";

const { admin } = paths;

/** The items that do not depend on the database: screens and global actions. */
export function fixedItems(signOut: () => void): PaletteItem[] {
  const screens = [
    [admin.dashboard, "Dashboard", LayoutDashboard, "home statistics visits"],
    [admin.messages, "Inbox", Inbox, "messages mail"],
    [
      admin.analytics,
      "Analytics",
      ChartColumn,
      "visits visitors referrers sources links statistics",
    ],
    [admin.info, "General Info", UserRound, "profile picture social links favicon portfolio"],
    [admin.experience, "Manage Experience", BriefcaseBusiness, "jobs portfolio"],
    [admin.education, "Manage Education", GraduationCap, "schools portfolio"],
    [admin.projects, "Manage Projects", FolderGit2, "portfolio"],
    [admin.skills, "Manage Skills", Wrench, "portfolio"],
    [categoriesPath(), "Manage Categories", Tags, "skills portfolio"],
    [admin.workspaceUser, "Workspace Management", UserRoundCog, "user password logout"],
    [admin.notices, "Notices", Bell, "mail email webhook notifications digest test"],
    [admin.import, "Import", FileInput, "cv resume linkedin json upload export content"],
    [admin.backups, "Backups", DatabaseBackup, "archive download export restore"],
    [
      admin.account,
      "Account",
      ShieldUser,
      "password email sessions devices two-factor authentication 2fa code sign-in log security",
    ],
  ] as const;
  const additions = [
    [admin.experience, "Add Experience"],
    [admin.education, "Add Education"],
    [admin.projects, "Add Project"],
    [admin.skills, "Add Skill"],
  ] as const;
  return [
    ...screens.map(
      ([path, name, Icon, keywords]): PaletteItem => ({
        id: `screen ${path}`,
        group: "Screens",
        name,
        keywords: `go to open ${keywords}`,
        Icon,
        action: path,
      }),
    ),
    ...additions.map(
      ([list, name]): PaletteItem => ({
        id: `add ${list}`,
        group: "Actions",
        name,
        keywords: "new create",
        Icon: Plus,
        action: addPath(list),
      }),
    ),
    action("View Site", ExternalLink, "public page landing open", openSite),
    action("Preview Page", Eye, "landing site look draft", () => openPreview()),
    action("Switch theme", SunMoon, "colour color dark light", switchTheme),
    action("Logout", LogOut, "sign out leave", signOut),
  ];
}

function action(
  name: string,
  Icon: PaletteItem["Icon"],
  keywords: string,
  act: () => void,
): PaletteItem {
  return { id: `action ${name}`, group: "Actions", name, keywords, Icon, action: act };
}

function openSite(): void {
  open(paths.site, "_blank", "noopener");
}

/** The boot script handles the theme and listens to every switch, so any of them works. */
function switchTheme(): void {
  document.querySelector<HTMLElement>("[data-theme-switch]")?.click();
}
