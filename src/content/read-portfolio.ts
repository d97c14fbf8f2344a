import { readErrorMessage } from "../lib/response-error.ts";
import type { SiteConfig } from "../lib/site-config.ts";
import {
  foldInfo,
  type InfoRow,
  type Portfolio,
  type ProjectRow,
  type SkillRow,
  type SocialLinkRow,
  type TimelineRow,
} from "./portfolio.ts";

/** The part of the configuration that reading needs. */
export type ReadConfig = Pick<SiteConfig, "supabaseUrl" | "publishableKey">;

/**
 * Reads the whole public content: six PostgREST reads, side by side.
 * Throws an Error with the server's own message as soon as one of them fails.
 */
export async function readPortfolio(
  fetch: typeof globalThis.fetch,
  config: ReadConfig,
): Promise<Portfolio> {
  const list = <Row>(path: string) => listRows<Row>(fetch, config, path);
  const [info, links, education, experience, projects, skills] = await Promise.all([
    list<InfoRow>("personal_info?select=key,value"),
    list<SocialLinkRow>("social_links?select=name,url,icon_key&order=display_order.asc.nullslast"),
    list<TimelineRow>(`education?select=${TIMELINE},organization_link&order=created_at.desc`),
    list<TimelineRow>(`experience?select=${TIMELINE}&order=created_at.desc`),
    list<ProjectRow>(`projects?select=${PROJECT}&order=created_at.desc`),
    list<SkillRow>("skills?select=name,level,icon,skill_categories(name)&order=level.desc"),
  ]);
  return { info: foldInfo(info), links, education, experience, projects, skills };
}

const TIMELINE = "title,organization,location,date_range,description,skills";
const PROJECT = "name,description,image_url,stack,github_link,live_link";

async function listRows<Row>(
  fetch: typeof globalThis.fetch,
  { supabaseUrl, publishableKey }: ReadConfig,
  path: string,
): Promise<Row[]> {
  const response = await fetch(`${supabaseUrl}/rest/v1/${path}`, {
    headers: { apikey: publishableKey, accept: "application/json" },
  });
  if (!response.ok) throw new Error(await readErrorMessage(response));
  return (await response.json()) as Row[];
}
