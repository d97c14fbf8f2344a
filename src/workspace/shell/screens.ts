import {
  Cable,
  FolderOpen,
  LayoutDashboard,
  type LucideIcon,
  ShieldUser,
  SquareKanban,
  StickyNote,
} from "lucide-react";
import { paths } from "../../lib/paths.ts";

const { workspace } = paths;

export interface Tool {
  path: string;
  /** Its heading, and its name in the menu. */
  name: string;
  text: string;
  Icon: LucideIcon;
}

/** The four tools, in display order. */
export const tools: readonly Tool[] = [
  {
    path: workspace.notes,
    name: "My Notes",
    text: "Write things down, color them, pin what matters.",
    Icon: StickyNote,
  },
  {
    path: workspace.tasks,
    name: "Task Board",
    text: "Move work from To Do through In Progress to Done.",
    Icon: SquareKanban,
  },
  {
    path: workspace.files,
    name: "My Drive",
    text: "Keep files in folders and have them wherever you sign in.",
    Icon: FolderOpen,
  },
  {
    path: workspace.notion,
    name: "Notion Integration",
    text: "Read the notes of your Notion database, always up to date.",
    Icon: Cable,
  },
];

interface Screen {
  path: string;
  /** Its heading. */
  title: string;
  /** Its name in the menu. */
  label: string;
  Icon: LucideIcon;
}

/** Every guarded screen, in the order of the menu; `app/screens.ts` loads their code. */
export const screens: readonly Screen[] = [
  {
    path: workspace.dashboard,
    title: "Welcome back, Ines!",
    label: "Dashboard",
    Icon: LayoutDashboard,
  },
  ...tools.map(({ path, name, Icon }) => ({ path, title: name, label: name, Icon })),
  { path: workspace.account, title: "Account", label: "Account", Icon: ShieldUser },
];
