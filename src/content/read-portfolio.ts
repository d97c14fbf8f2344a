import { REST_PATH } from "../../shared/api-paths.ts";
import type { SiteConfig } from "../../shared/site-config.ts";
import { reach, readErrorMessage } from "../lib/response-error.ts";
import { foldInfo, type Portfolio } from "./portfolio.ts";
import type { Selected, SelectOf, TableName } from "./typed-select.ts";

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
  const [info, links, education, experience, projects, skills] = await Promise.all([
    list("personal_info", "key,value"),
    list("social_links", "name,url,icon_key", "display_order.asc.nullslast,id"),
    list("education", `${TIMELINE},organization_link`, NEWEST),
    list("experience", TIMELINE, NEWEST),
    list("projects", "name,description,image_url,stack,github_link,live_link", NEWEST),
    list("skills", "name,level,icon,skill_categories(name)", "level.desc,name,id"),
  ]);
  return { info: foldInfo(info), links, education, experience, projects, skills };

  /** All rows of a table; their type follows from `select`. */
  async function list<Table extends TableName, const Select extends string>(
    table: Table,
    select: SelectOf<Table, Select>,
    order?: string,
  ): Promise<Selected<Table, Select>[]> {
    const path = `${table}?select=${select}${order ? `&order=${order}` : ""}`;
    const response = await reach(fetch, `${config.supabaseUrl}${REST_PATH}/${path}`, {
      headers: { apikey: config.publishableKey, accept: "application/json" },
    });
    if (!response.ok) throw new Error(await readErrorMessage(response));
    return (await response.json()) as Selected<Table, Select>[];
  }
}

// Ties are broken as in the admin panel; PostgreSQL's own order changes with every update.
const NEWEST = "created_at.desc,id.desc";
const TIMELINE = "title,organization,location,date_range,description,skills";
