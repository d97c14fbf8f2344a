import type { Page } from "@playwright/test";
import type { Sql } from "../../server/database/connect.ts";
import type { Scene } from "./actions/notes-actions.ts";
import type { Device, Tab } from "./device.ts";
import type { Fault } from "./fault.ts";
import type { History } from "./history.ts";
import type { PageState } from "./page-state.ts";
import type { Action } from "./schedule.ts";
import type { World } from "./world.ts";

/**
 * The extension points for a part of the workspace besides notes and tasks. Its weights are listed
 * in `schedule.ts`, its tables in `recorder.ts`, its events and its field of a history in
 * `history.ts`, and its check in `checks.ts`.
 */
export interface Part {
  actions: Partial<Record<Action, (scene: Scene) => Promise<void>>>;
  faults: readonly Fault[];
  /** Called whenever a tab has been looked at. */
  seen?: (tab: Tab, state: PageState) => void;
  /** Adds rows for a new user. */
  prepare?: (user: NewUser) => Promise<void>;
  /** Records a tab's state after each step. */
  look?: (tab: Tab) => Promise<void>;
  /**
   * Lets a tab finish its pending work.
   * @returns what the tab is still doing; empty if nothing.
   */
  rest?: (scene: Scene) => Promise<string>;
  /** Descriptions of unsent data on a device. */
  queues?: (page: Page) => Promise<string[]>;
  /** Final state of the database, as lines to compare with `shown`. */
  stored?: (sql: Sql, userId: string) => Promise<string[]>;
  /** State of a tab, as lines to compare with `stored`. */
  shown?: (scene: Scene) => Promise<string[]>;
  /** Reads data for the part's checks, once everything is at rest. */
  finish?: (end: PartEnd) => Promise<Partial<History>>;
}

export interface NewUser {
  sql: Sql;
  id: string;
  /**
   * Sends a request as this user.
   * @returns the response's JSON, if any.
   */
  request: (method: string, path: string, body: unknown) => Promise<unknown>;
  /** A new token, which counts as saved from the start. */
  token: () => string;
}

export interface PartEnd {
  world: World;
  devices: readonly Device[];
  userId: string;
  /** The tokens that exist from the start. */
  first: readonly string[];
}
