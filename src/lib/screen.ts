import type { QueryKey } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";

/** An address that the palette lists. */
export interface Place {
  path: string;
  title: string;
  /** Name in the menu, where it differs from the heading. */
  label?: string;
  Icon: LucideIcon;
  /** Purpose of a tool, on the dashboard. */
  text?: string;
  /** Further words by which the palette finds it. */
  keywords?: string;
}

/** What the `tool.ts` in a screen's folder says of it: all that others know of the screen. */
export interface AreaScreen extends Place {
  load: () => Promise<ComponentType>;
  /** Places within it. */
  places?: readonly Place[];
  /** What the palette offers to do there. */
  actions?: readonly ScreenAction[];
  /**
   * Tables whose changes the database announces, each with the first parts of the keys of queries
   * that read it under another name.
   */
  live?: Readonly<Record<`${string}.${string}`, readonly string[]>>;
  /** Whether a query is not read again after an announcement. */
  isStill?: (queryKey: QueryKey) => boolean;
}

/** An action of a screen. Where the screen has a key for it, `{ ...action, run }` declares that. */
export interface ScreenAction {
  text: string;
  keys?: string;
  /** Further words by which the palette finds it. */
  keywords: string;
  Icon: LucideIcon;
  /** Opens it. @param query that of the screen, if it is open. */
  path: string | ((query: URLSearchParams) => string);
}
