import { REST_PATH } from "../../shared/api-paths.ts";
import type { Tables } from "../../shared/database.types.ts";
import type { SiteConfig } from "../../shared/site-config.ts";
import { reach, readErrorMessage } from "../lib/response-error.ts";
import { inChosenOrder, newestFirst } from "./entry-order.ts";
import {
  foldInfo,
  type InfoRow,
  type Portfolio,
  type SkillRow,
  type SocialLinkRow,
  type TimelineRow,
} from "./portfolio.ts";
import { fromTimelines, TIMELINE_IDS, type TimelineId } from "./sections.ts";

/** The part of the configuration that reading needs. */
export type ReadConfig = Pick<SiteConfig, "supabaseUrl" | "publishableKey">;

/** Which entries are read besides the public ones. */
export interface ReadOptions {
  /** Includes drafts, with a `fetch` that signs in as the owner. Hidden entries are never read. */
  drafts?: boolean;
}

/**
 * Reads the whole public content with concurrent PostgREST requests, one for each list, and puts it in the order
 * of the page. Throws an Error with the server's message as soon as one fails.
 */
export async function readPortfolio(
  fetch: typeof globalThis.fetch,
  config: ReadConfig,
  { drafts = false }: ReadOptions = {},
): Promise<Portfolio> {
  const visible = drafts ? "&visibility=in.(public,draft)" : "";
  const [info, links, projects, skills, ...timelines] = await Promise.all([
    list<InfoRow>("personal_info?select=key,value"),
    list<SocialLinkRow>(`social_links?select=*&order=display_order.asc.nullslast,id${visible}`),
    list<Tables<"projects">>(`projects?${NEWEST}${visible}`),
    list<SkillRow & { skill_categories: { visibility: string } | null }>(
      `skills?select=*,skill_categories(name,position,visibility)&order=level.desc.nullslast,name,id${visible}`,
    ),
    ...TIMELINE_IDS.map((id) =>
      list<TimelineRow & Pick<Tables<TimelineId>, "position" | "created_at">>(
        `${id}?${NEWEST}${visible}`,
      ),
    ),
  ]);
  const inOrder = timelines.map((rows) => inChosenOrder(newestFirst(rows)));
  return {
    info: foldInfo(info),
    links,
    projects: inChosenOrder(newestFirst(projects)),
    skills: skills.filter((skill) => skill.skill_categories?.visibility !== "hidden"),
    ...fromTimelines((_id, index) => inOrder[index] ?? []),
  };

  async function list<Row>(path: string): Promise<Row[]> {
    const response = await reach(fetch, `${config.supabaseUrl}${REST_PATH}/${path}`, {
      headers: { apikey: config.publishableKey, accept: "application/json" },
    });
    if (!response.ok) throw new Error(await readErrorMessage(response));
    return (await response.json()) as Row[];
  }
}

// Breaks ties as the admin panel does; PostgreSQL's own order changes with every update.
const NEWEST = "select=*&order=created_at.desc,id.desc";
