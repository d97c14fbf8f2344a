import type { LucideIcon } from "lucide-react";

export interface PaletteItem {
  /** Unique among all items. */
  id: string;
  group: PaletteGroup;
  name: string;
  /** Distinguishes entries of the same name; also searched. */
  detail?: string;
  /** Additional search terms. */
  keywords?: string;
  Icon: LucideIcon;
  /** The router path it opens, or the function it runs. */
  action: string | (() => void);
}

/** The groups in display order. */
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
