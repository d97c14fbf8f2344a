import type { LucideIcon } from "lucide-react";
import { KIND_NAMES, kinds } from "../../../shared/content/kinds.ts";

export interface PaletteItem {
  /** Unique among all items. */
  id: string;
  group: string;
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
export const PALETTE_GROUPS: readonly string[] = [
  "Screens",
  "Actions",
  ...KIND_NAMES.map((kind) => kinds[kind].name),
  "Messages",
];
