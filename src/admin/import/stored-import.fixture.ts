import type { KindName } from "../../../shared/content/kind.ts";
import { fromKinds } from "../../../shared/content/kinds.ts";
import type { CvContent } from "../../content/cv/cv-content.ts";
import type { Portfolio } from "../../content/portfolio.ts";
import { readPortfolio } from "../../content/read-portfolio.ts";
import { fromTimelines } from "../../content/sections.ts";
import { sanitizeHtmlOnServer } from "../../lib/sanitize/sanitize-html-server.ts";
import { sanitizeSvgOnServer } from "../../lib/sanitize/sanitize-svg-server.ts";
import { keptAtFirst, toChanges } from "./import-changes.ts";
import { planImport } from "./plan.ts";
import type { Plan, Row, SiteContent } from "./plan-item.ts";

export const sanitizers = { html: sanitizeHtmlOnServer, svg: sanitizeSvgOnServer };

export function emptySite(): SiteContent {
  return { ...(fromKinds(() => []) as Pick<SiteContent, KindName>), info: [] };
}

/** The site after importing the whole file, as the database would store it. */
export function importInto(
  site: SiteContent,
  content: CvContent,
  review: (plan: Plan) => Plan = (plan) => plan,
): { site: SiteContent; plan: Plan } {
  const plan = review(planImport(content, site, sanitizers));
  const chosen = new Set(plan.items.map(({ id }) => id));
  const kept = keptAtFirst(content, plan);
  const changes = toChanges({ plan, chosen, kept }, site);
  const stored = (rows: object[], changed: Row[] = [], key = "id") => {
    const unchanged = rows.map((row) => {
      const change = changed.find((one) => one[key] === (row as Row)[key]);
      return change ? { ...row, ...change } : row;
    });
    const added = changed.filter(({ revision }) => revision === null);
    const dated = added.map((row, index) => ({ ...row, revision: 1, created_at: timeOf(index) }));
    return [...unchanged, ...dated].sort(
      (a, b) =>
        createdAt(b).localeCompare(createdAt(a)) ||
        String((b as Row)[key]).localeCompare(String((a as Row)[key])),
    );
  };
  return {
    plan,
    site: {
      ...fromKinds((name) => stored(site[name], changes[name])),
      info: stored(site.info, changes.personal_info, "key"),
    } as unknown as SiteContent,
  };
}

/** Reads the site like a visitor. */
export function readAsVisitor(site: SiteContent): Promise<Portfolio> {
  const categories = new Map(site.skill_categories.map((row) => [row.id, row]));
  const tables: Record<string, readonly object[]> = {
    personal_info: site.info,
    social_links: site.social_links.toSorted(
      (a, b) => (a.display_order ?? 0) - (b.display_order ?? 0),
    ),
    ...fromTimelines((id) => site[id]),
    projects: site.projects,
    skills: site.skills
      .map((row) => ({ ...row, skill_categories: categories.get(row.category_id ?? "") ?? null }))
      .sort((a, b) => (b.level ?? -1) - (a.level ?? -1) || a.name.localeCompare(b.name)),
  };
  const answer = async (input: unknown) => {
    const { pathname } = new URL(String(input));
    return Response.json(tables[pathname.split("/").pop() ?? ""] ?? []);
  };
  return readPortfolio(answer as typeof fetch, {
    supabaseUrl: "https://db.example",
    publishableKey: "key",
  });
}

/**
 * The time at which the database would store an imported entry: earlier entries of the file get
 * later times.
 */
function timeOf(index: number): string {
  return new Date(Date.parse("2026-11-22T12:00:00Z") - index).toISOString();
}

function createdAt(row: object): string {
  return "created_at" in row ? String(row.created_at) : "";
}
