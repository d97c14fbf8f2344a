import {
  BadgeCheck,
  Bell,
  BookOpen,
  BriefcaseBusiness,
  ChartColumn,
  DatabaseBackup,
  FileInput,
  FolderGit2,
  GraduationCap,
  HeartHandshake,
  Inbox,
  Languages,
  LayoutDashboard,
  Link,
  type LucideIcon,
  Quote,
  ShieldUser,
  Sparkles,
  Tag,
  Trophy,
  UserRound,
  UserRoundCog,
  Wrench,
} from "lucide-react";
import type { KindName } from "../../../shared/content/kind.ts";
import { kinds } from "../../../shared/content/kinds.ts";
import { categoriesPath, editPath, entriesPath, paths } from "../../lib/paths.ts";

/** A screen as the menu, the palette, its own heading and its placeholder name it. */
export interface Screen {
  path: string;
  /** Heading of the screen. */
  title: string;
  /** Name in the menu. */
  label: string;
  Icon: LucideIcon;
  /** Further words by which the palette finds the screen. */
  keywords: string;
  /** Group of the menu that contains the screen. */
  group?: "Portfolio";
  /** The kind of entries it manages. */
  kind?: KindName;
}

const { admin } = paths;

/** Every guarded screen of the panel, in the order of its menu; `app/screens.ts` loads their code. */
export const screens: readonly Screen[] = [
  screen(admin.dashboard, "Dashboard", LayoutDashboard, "home statistics visits"),
  screen(admin.messages, "Inbox", Inbox, "messages mail"),
  screen(
    admin.analytics,
    "Analytics",
    ChartColumn,
    "visits visitors referrers sources links statistics",
  ),
  {
    ...screen(admin.info, "General Info", UserRound, "profile picture social links favicon"),
    group: "Portfolio",
  },
  entries("experience", BriefcaseBusiness, "jobs"),
  entries("education", GraduationCap, "schools"),
  entries("projects", FolderGit2),
  entries("skills", Wrench),
  entries("volunteering", HeartHandshake),
  entries("certificates", BadgeCheck, "licenses exams"),
  entries("awards", Trophy, "prizes honors"),
  entries("publications", BookOpen, "papers articles talks"),
  entries("languages", Languages),
  entries("interests", Sparkles, "hobbies"),
  entries("recommendations", Quote, "recommendations"),
  {
    ...screen(admin.workspaceUser, "Workspace", UserRoundCog, "user password logout"),
    title: "Workspace Management",
  },
  screen(admin.notices, "Notices", Bell, "mail email webhook notifications digest test"),
  screen(admin.import, "Import", FileInput, "cv resume linkedin json upload export content"),
  screen(admin.backups, "Backups", DatabaseBackup, "archive download export restore"),
  screen(
    admin.account,
    "Account",
    ShieldUser,
    "password email sessions devices two-factor authentication 2fa code sign-in log security",
  ),
];

function screen(path: string, title: string, Icon: LucideIcon, keywords: string): Screen {
  return { path, title, label: title, Icon, keywords };
}

/** The screen of a kind of entries. */
function entries(kind: KindName, Icon: LucideIcon, keywords = ""): Screen {
  const { name } = kinds[kind];
  return {
    path: entriesPath(kind),
    title: `Manage ${name}`,
    label: name,
    Icon,
    keywords: `${keywords} portfolio`,
    group: "Portfolio",
    kind,
  };
}

/** Where an entry is edited, and the icon of its kind. */
export function editorOf(kind: KindName): { Icon: LucideIcon; pathOf: (id: string) => string } {
  if (kind === "skill_categories") return { Icon: Tag, pathOf: categoriesPath };
  if (kind === "social_links") return { Icon: Link, pathOf: (id) => editPath(admin.info, id) };
  const { Icon = Tag } = screens.find((one) => one.kind === kind) ?? {};
  return { Icon, pathOf: (id) => editPath(entriesPath(kind), id) };
}
