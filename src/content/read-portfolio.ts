import { REST_PATH } from "../../shared/api-paths.ts";
import type { SiteConfig } from "../../shared/site-config.ts";
import { reach, readErrorMessage } from "../lib/response-error.ts";
import { inChosenOrder, newestFirst } from "./entry-order.ts";
import { foldInfo, type Portfolio } from "./portfolio.ts";
import type { Selected, SelectOf, TableName } from "./typed-select.ts";

/** The configuration that reading needs. */
export type ReadConfig = Pick<SiteConfig, "supabaseUrl" | "publishableKey">;

/** What besides the public entries is read. */
export interface ReadOptions {
  /** With the drafts, for a `fetch` that signs in as the owner. Hidden entries are never read. */
  drafts?: boolean;
}

/**
 * Reads the whole public content with six concurrent PostgREST requests, and puts it in the order of
 * the page. Throws an Error with the server's message as soon as one fails.
 */
export async function readPortfolio(
  fetch: typeof globalThis.fetch,
  config: ReadConfig,
  { drafts = false }: ReadOptions = {},
): Promise<Portfolio> {
  const visible = drafts ? "&visibility=in.(public,draft)" : "";
  const [info, links, education, experience, projects, skills] = await Promise.all([
    list("personal_info", "key,value"),
    list("social_links", "name,url,icon_key", `&order=display_order.asc.nullslast,id${visible}`),
    list("education", `${TIMELINE},organization_link`, `${NEWEST}${visible}`),
    list("experience", TIMELINE, `${NEWEST}${visible}`),
    list("projects", PROJECT, `${NEWEST}${visible}`),
    list("skills", SKILL, `&order=level.desc,name,id${visible}`),
  ]);
  return {
    info: foldInfo(info),
    links,
    education: inChosenOrder(newestFirst(education)),
    experience: inChosenOrder(newestFirst(experience)),
    projects: inChosenOrder(projects),
    skills: skills.filter((skill) => skill.skill_categories?.visibility !== "hidden"),
  };

  /** All rows of a table; their type follows from `select`. */
  async function list<Table extends TableName, const Select extends string>(
    table: Table,
    select: SelectOf<Table, Select>,
    query = "",
  ): Promise<Selected<Table, Select>[]> {
    const path = `${table}?select=${select}${query}`;
    const response = await reach(fetch, `${config.supabaseUrl}${REST_PATH}/${path}`, {
      headers: { apikey: config.publishableKey, accept: "application/json" },
    });
    if (!response.ok) throw new Error(await readErrorMessage(response));
    return (await response.json()) as Selected<Table, Select>[];
  }
}

// Ties are broken as in the admin panel; PostgreSQL's own order changes with every update.
const NEWEST = "&order=created_at.desc,id.desc";
const PLACE = "created_at,position";
const TIMELINE = `title,organization,location,date_range,description,skills,start_month,end_month,${PLACE}`;
const PROJECT = `name,description,image_url,image_alt,stack,github_link,live_link,${PLACE}`;
const SKILL = "name,level,icon,position,skill_categories(name,position,visibility)";
