import type { LucideIcon } from "lucide-react";

/** One line of the palette. */
export interface PaletteItem {
  /** Unique among all items. */
  id: string;
  group: PaletteGroup;
  name: string;
  /** Tells entries of one name apart, and is searched as well. */
  detail?: string;
  /** Other words it is found by. */
  keywords?: string;
  Icon: LucideIcon;
  /** The router path it leads to, or what it does. */
  action: string | (() => void);
}

/** The groups in the order they stand in. */
export const PALETTE_GROUPS = [
  "Screens",
  "Actions",
  "Experience",
  "Education",
  "Projects",
  "Skills",
  "Categories",
  "Social Links",
  "Messages",
] as const;

export type PaletteGroup = (typeof PALETTE_GROUPS)[number];
