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

export interface Screen {
  path: string;
  /** Heading of the screen. */
  title: string;
  /** Name in the menu. */
  label: string;
  Icon: LucideIcon;
  /** Purpose of a tool. */
  text?: string;
}

/** Every guarded screen, in the order of the menu; `app/screens.ts` loads their code. */
export const screens: readonly Screen[] = [
  {
    path: workspace.dashboard,
    title: "Welcome back, Ines!",
    label: "Dashboard",
    Icon: LayoutDashboard,
  },
  {
    path: workspace.notes,
    title: "My Notes",
    label: "My Notes",
    Icon: StickyNote,
    text: "Write things down, color them, pin what matters.",
  },
  {
    path: workspace.tasks,
    title: "Task Board",
    label: "Task Board",
    Icon: SquareKanban,
    text: "Move work from To Do through In Progress to Done.",
  },
  {
    path: workspace.files,
    title: "My Drive",
    label: "My Drive",
    Icon: FolderOpen,
    text: "Keep files in folders and open them wherever you sign in.",
  },
  {
    path: workspace.notion,
    title: "Notion Integration",
    label: "Notion Integration",
    Icon: Cable,
    text: "Read the notes of your Notion database, always up to date.",
  },
  { path: workspace.account, title: "Account", label: "Account", Icon: ShieldUser },
];
