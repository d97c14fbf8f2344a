import type { Tables } from "../../lib/database.types.ts";
import { CV_KEYS } from "../portfolio.ts";
import type { CvContent, CvTimelineEntry, Visibility } from "./cv-content.ts";
import { recordOf, recordsOf, textOf, textOrNull, textsOrNull } from "./file-values.ts";

/**
 * The site's own export: the whole content with hidden entries and drafts, each list in the order of
 * the site. Unlike an archive (docs/archive.md) it has no accounts, messages or files, and importing
 * it adds to a site instead of replacing it.
 */
export interface OwnExport {
  format: typeof FORMAT;
  version: 1;
  /** ISO date and time. */
  exportedAt: string;
  content: Omit<CvContent, "omitted">;
}

const FORMAT = "foyer-content";

/** The rows an export is made of, each list in the order of the site. */
export interface ContentRows {
  info: { key: string; value: string | null }[];
  experience: Tables<"experience">[];
  education: Tables<"education">[];
  projects: Tables<"projects">[];
  categories: Tables<"skill_categories">[];
  skills: Tables<"skills">[];
  links: Tables<"social_links">[];
}

/** The export of these rows. */
export function toOwnExport(rows: ContentRows, now: Date): OwnExport {
  const nameOf = new Map(rows.categories.map(({ id, name }) => [id, name]));
  return {
    format: FORMAT,
    version: 1,
    exportedAt: now.toISOString(),
    content: {
      info: Object.fromEntries(
        rows.info.flatMap(({ key, value }) => (value && !isCvKey(key) ? [[key, value]] : [])),
      ),
      experience: rows.experience.map(timelineOf),
      education: rows.education.map((row) => ({
        ...timelineOf(row),
        organization_link: row.organization_link,
      })),
      projects: rows.projects.map((row) => ({
        name: row.name,
        description: row.description,
        image_url: row.image_url,
        image_alt: row.image_alt,
        stack: row.stack,
        github_link: row.github_link,
        live_link: row.live_link,
        ...shown(row),
      })),
      categories: rows.categories.map((row) => ({ name: row.name, ...shown(row) })),
      skills: rows.skills.map((row) => ({
        name: row.name,
        level: row.level,
        icon: row.icon,
        category: nameOf.get(row.category_id ?? "") ?? null,
        ...shown(row),
      })),
      links: rows.links.map((row) => ({
        name: row.name,
        url: row.url,
        icon_key: row.icon_key,
        ...shown(row),
      })),
    },
  };
}

/** Whether parsed JSON is an export of this format, of any version. */
export function isOwnExport(file: Record<string, unknown>): boolean {
  return file.format === FORMAT;
}

/** Reads an export. Values of an unexpected type count as missing. */
export function fromOwnExport(file: Record<string, unknown>): CvContent {
  const content = recordOf(file.content);
  const info = Object.entries(recordOf(content.info)).map(([key, value]) => [key, textOf(value)]);
  return {
    info: Object.fromEntries(info.filter(([, value]) => value !== "")),
    experience: recordsOf(content.experience).map(readTimeline),
    education: recordsOf(content.education).map((item) => ({
      ...readTimeline(item),
      organization_link: textOrNull(item.organization_link),
    })),
    projects: recordsOf(content.projects).map((item) => ({
      name: textOf(item.name),
      description: textOrNull(item.description),
      image_url: textOrNull(item.image_url),
      image_alt: textOrNull(item.image_alt),
      stack: textsOrNull(item.stack),
      github_link: textOrNull(item.github_link),
      live_link: textOf(item.live_link),
      ...readShown(item),
    })),
    categories: recordsOf(content.categories).map((item) => ({
      name: textOf(item.name),
      ...readShown(item),
    })),
    skills: recordsOf(content.skills).map((item) => ({
      name: textOf(item.name),
      level: typeof item.level === "number" ? item.level : null,
      icon: textOrNull(item.icon),
      category: textOrNull(item.category),
      ...readShown(item),
    })),
    links: recordsOf(content.links).map((item) => ({
      name: textOf(item.name),
      url: textOf(item.url),
      icon_key: textOrNull(item.icon_key),
      ...readShown(item),
    })),
    omitted: {},
  };
}

function isCvKey(key: string): boolean {
  return CV_KEYS.some((one) => one === key);
}

function timelineOf(row: Omit<Tables<"experience">, "id">): CvTimelineEntry {
  const { title, organization, location, date_range, start_month, end_month } = row;
  const { description, skills } = row;
  return {
    title,
    organization,
    location,
    date_range,
    start_month,
    end_month,
    description,
    skills,
    ...shown(row),
  };
}

function readTimeline(item: Record<string, unknown>): CvTimelineEntry {
  return {
    title: textOf(item.title),
    organization: textOf(item.organization),
    location: textOrNull(item.location),
    date_range: textOrNull(item.date_range),
    start_month: monthOrNull(item.start_month),
    end_month: monthOrNull(item.end_month),
    description: textOrNull(item.description),
    skills: textsOrNull(item.skills),
    ...readShown(item),
  };
}

function monthOrNull(value: unknown): string | null {
  const text = textOf(value);
  return /^(19|20|21)\d\d-(0[1-9]|1[0-2])-01$/.test(text) ? text : null;
}

function shown({ visibility }: { visibility: string }): { visibility: Visibility } {
  return { visibility: VISIBILITIES.find((one) => one === visibility) ?? "public" };
}

// What is not readable stays unpublished.
function readShown({ visibility }: Record<string, unknown>): { visibility: Visibility } {
  if (visibility === undefined) return { visibility: "public" };
  return { visibility: VISIBILITIES.find((one) => one === visibility) ?? "hidden" };
}

const VISIBILITIES = ["public", "draft", "hidden"] as const;
