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
  type LucideIcon,
  Plus,
  ShieldUser,
  SunMoon,
  Tags,
  UserRound,
  UserRoundCog,
  Wrench,
} from "lucide-react";
import { addPath, categoriesPath, paths } from "../../lib/paths.ts";
import { screenTitles } from "../../lib/screen-titles.ts";
import { openPreview } from "../shell/preview-events.ts";
import type { PaletteItem } from "./palette-item.ts";

const { admin } = paths;

/** The items that do not depend on the database: screens and global actions. */
export function fixedItems(signOut: () => void): PaletteItem[] {
  const screens = [
    screen(admin.dashboard, LayoutDashboard, "home statistics visits"),
    screen(admin.messages, Inbox, "messages mail"),
    screen(admin.analytics, ChartColumn, "visits visitors referrers sources links statistics"),
    screen(admin.info, UserRound, "profile picture social links favicon portfolio"),
    screen(admin.experience, BriefcaseBusiness, "jobs portfolio"),
    screen(admin.education, GraduationCap, "schools portfolio"),
    screen(admin.projects, FolderGit2, "portfolio"),
    screen(admin.skills, Wrench, "portfolio"),
    screenItem(categoriesPath(), "Manage Categories", Tags, "skills portfolio"),
    screen(admin.workspaceUser, UserRoundCog, "user password logout"),
    screen(admin.notices, Bell, "mail email webhook notifications digest test"),
    screen(admin.import, FileInput, "cv resume linkedin json upload export content"),
    screen(admin.backups, DatabaseBackup, "archive download export restore"),
    screen(
      admin.account,
      ShieldUser,
      "password email sessions devices two-factor authentication 2fa code sign-in log security",
    ),
  ];
  const additions = [
    [admin.experience, "Add Experience"],
    [admin.education, "Add Education"],
    [admin.projects, "Add Project"],
    [admin.skills, "Add Skill"],
  ] as const;
  return [
    ...screens,
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

function screen(path: keyof typeof screenTitles, Icon: LucideIcon, keywords: string): PaletteItem {
  return screenItem(path, screenTitles[path], Icon, keywords);
}

function screenItem(path: string, name: string, Icon: LucideIcon, keywords: string): PaletteItem {
  return {
    id: `screen ${path}`,
    group: "Screens",
    name,
    keywords: `go to open ${keywords}`,
    Icon,
    action: path,
  };
}
