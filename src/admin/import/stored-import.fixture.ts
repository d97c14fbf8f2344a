import type { KindName } from "../../../shared/content/kind.ts";
import { fromKinds } from "../../../shared/content/kinds.ts";
import type { CvContent } from "../../content/cv/cv-content.ts";
import type { Portfolio } from "../../content/portfolio.ts";
import { readPortfolio } from "../../content/read-portfolio.ts";
import { sanitizeHtmlOnServer } from "../../lib/sanitize/sanitize-html-server.ts";
import { sanitizeSvgOnServer } from "../../lib/sanitize/sanitize-svg-server.ts";
import { toChanges } from "./import-changes.ts";
import { planImport, type SiteContent } from "./plan.ts";
import type { Plan, Row } from "./plan-item.ts";

export const sanitizers = { html: sanitizeHtmlOnServer, svg: sanitizeSvgOnServer };

export function emptySite(): SiteContent {
  return { ...(fromKinds(() => []) as Pick<SiteContent, KindName>), info: [] };
}

/** The site after everything in the file was imported, as the database would store it. */
export function importInto(
  site: SiteContent,
  content: CvContent,
  review: (plan: Plan) => Plan = (plan) => plan,
): { site: SiteContent; plan: Plan } {
  const plan = review(planImport(content, site, sanitizers));
  const changes = toChanges(plan, new Set(plan.items.map(({ id }) => id)), site);
  const stored = (rows: object[], changed: Row[] = [], key = "id") => {
    const kept = rows.map((row) => {
      const change = changed.find((one) => one[key] === (row as Row)[key]);
      return change ? { ...row, ...change } : row;
    });
    const added = changed.filter(({ revision }) => revision === null);
    return [...kept, ...added.map((row) => ({ ...row, revision: 1, created_at: NOW }))].sort(
      (a, b) =>
        // Any order that is not the file's; all rows of a transaction have the same time.
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

/** What a visitor reads of this site. */
export function readAsVisitor(site: SiteContent): Promise<Portfolio> {
  const categories = new Map(site.skill_categories.map((row) => [row.id, row]));
  const tables: Record<string, readonly object[]> = {
    personal_info: site.info,
    social_links: site.social_links.toSorted(
      (a, b) => (a.display_order ?? 0) - (b.display_order ?? 0),
    ),
    education: site.education,
    experience: site.experience,
    projects: site.projects,
    skills: site.skills
      .map((row) => ({ ...row, skill_categories: categories.get(row.category_id ?? "") ?? null }))
      .sort((a, b) => b.level - a.level || a.name.localeCompare(b.name)),
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

const NOW = "2026-11-22T12:00:00Z";
