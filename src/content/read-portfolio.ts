import { REST_PATH } from "../../shared/api-paths.ts";
import type { SiteConfig } from "../../shared/site-config.ts";
import { reach, readErrorMessage } from "../lib/response-error.ts";
import {
  foldInfo,
  type InfoRow,
  type Portfolio,
  type ProjectRow,
  type SkillRow,
  type SocialLinkRow,
  type TimelineRow,
} from "./portfolio.ts";

/** The configuration that reading needs. */
export type ReadConfig = Pick<SiteConfig, "supabaseUrl" | "publishableKey">;

/**
 * Reads the whole public content with six concurrent PostgREST requests. Throws an Error with the
 * server's message as soon as one fails.
 */
export async function readPortfolio(
  fetch: typeof globalThis.fetch,
  config: ReadConfig,
): Promise<Portfolio> {
  const list = <Row>(path: string) => listRows<Row>(fetch, config, path);
  const [info, links, education, experience, projects, skills] = await Promise.all([
    list<InfoRow>("personal_info?select=key,value"),
    list<SocialLinkRow>(
      "social_links?select=name,url,icon_key&order=display_order.asc.nullslast,id",
    ),
    list<TimelineRow>(`education?select=${TIMELINE},organization_link&order=${NEWEST}`),
    list<TimelineRow>(`experience?select=${TIMELINE}&order=${NEWEST}`),
    list<ProjectRow>(`projects?select=${PROJECT}&order=${NEWEST}`),
    list<SkillRow>("skills?select=name,level,icon,skill_categories(name)&order=level.desc,name,id"),
  ]);
  return { info: foldInfo(info), links, education, experience, projects, skills };
}

// Ties are broken as in the admin panel; PostgreSQL's own order changes with every update.
const NEWEST = "created_at.desc,id.desc";
const TIMELINE = "title,organization,location,date_range,description,skills";
const PROJECT = "name,description,image_url,stack,github_link,live_link";

async function listRows<Row>(
  fetch: typeof globalThis.fetch,
  { supabaseUrl, publishableKey }: ReadConfig,
  path: string,
): Promise<Row[]> {
  const response = await reach(fetch, `${supabaseUrl}${REST_PATH}/${path}`, {
    headers: { apikey: publishableKey, accept: "application/json" },
  });
  if (!response.ok) throw new Error(await readErrorMessage(response));
  return (await response.json()) as Row[];
}
