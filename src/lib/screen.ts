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

/** The description of a screen in its `tool.ts`: everything that other code knows of the screen. */
export interface AreaScreen extends Place {
  load: () => Promise<ComponentType>;
  /** Places within the screen. */
  places?: readonly Place[];
  /** Actions that the palette offers on the screen. */
  actions?: readonly ScreenAction[];
  /**
   * Tables whose changes the database announces, each with the first parts of the keys of queries
   * that read it under another name.
   */
  live?: Readonly<Record<`${string}.${string}`, readonly string[]>>;
  /** Whether an announcement does not refetch a query. */
  isStill?: (queryKey: QueryKey) => boolean;
}

/** An action of a screen. A screen with a key for it declares `{ ...action, run }`. */
export interface ScreenAction {
  text: string;
  keys?: string;
  /** Further words by which the palette finds it. */
  keywords: string;
  Icon: LucideIcon;
  /** Opens the action. @param query the screen's query, if the screen is open. */
  path: string | ((query: URLSearchParams) => string);
}
