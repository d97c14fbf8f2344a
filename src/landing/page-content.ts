import { groupSkills, type SkillGroup } from "../content/group-skills.ts";
import type { Portfolio, ProjectRow, SocialLinkRow, TimelineRow } from "../content/portfolio.ts";
import type { SafeHtml, SanitiseHtml } from "../lib/html-policy.ts";
import { mailHref, type SafeHref, safeHref, safePicture } from "../lib/safe-url.ts";
import { type Picture, portraitPicture, projectPicture } from "./picture.ts";

/** The name a site shows until its owner has set one. */
export const DEFAULT_NAME = "Portfolio";

/** Everything the page shows, already safe: HTML sanitised, addresses checked, skills grouped. */
export interface PageContent {
  /** Empty when the owner has set none; see DEFAULT_NAME. */
  name: string;
  tagline: string;
  location: string;
  bio: SafeHtml | "";
  statement: SafeHtml | "";
  email: { text: string; href: SafeHref } | null;
  portrait: Picture | null;
  /** Address of the owner's icon; null when the built-in one is to be drawn. */
  icon: string | null;
  education: TimelineEntry[];
  experience: TimelineEntry[];
  skillGroups: SkillGroup<Skill>[];
  projects: Project[];
  links: SocialLink[];
  /** Where 'View All on GitHub' leads. */
  github: SafeHref | null;
}

export interface TimelineEntry {
  key: number;
  title: string;
  organization: string;
  link: SafeHref | null;
  location: string;
  dates: string;
  description: string;
  skills: string[];
}

export interface Skill {
  key: number;
  name: string;
  /** 0 to 100. */
  level: number;
  icon: string;
}

export interface Project {
  key: number;
  name: string;
  description: string;
  picture: Picture | null;
  stack: string[];
  code: SafeHref | null;
  live: SafeHref | null;
}

export interface SocialLink {
  key: number;
  name: string;
  href: SafeHref;
  icon: string;
}

/**
 * Makes the page's content out of the portfolio's rows.
 * @param sanitise the sanitiser of the side this runs on.
 * @param icon address of the owner's icon, or null.
 */
export function toPageContent(
  { info, links, education, experience, projects, skills }: Portfolio,
  sanitise: SanitiseHtml,
  icon: string | null,
): PageContent {
  const mail = mailHref(info.email);
  return {
    name: info.displayName?.trim() ?? "",
    tagline: info.tagline?.trim() ?? "",
    location: info.location?.trim() ?? "",
    bio: info.bio ? sanitise(info.bio) : "",
    statement: info.personalStatement ? sanitise(info.personalStatement) : "",
    email: mail && { text: info.email?.trim() ?? "", href: mail },
    portrait: portraitPicture(safePicture(info.profilePictureUrl)),
    icon,
    education: education.map(toEntry),
    experience: experience.map(toEntry),
    skillGroups: groupSkills(skills.map((skill, key) => ({ ...skill, key }))).map((group) => ({
      name: group.name,
      skills: group.skills.map(({ key, name, level, icon }) => ({
        key,
        name,
        level: Math.min(100, Math.max(0, Math.round(level) || 0)),
        icon: icon ?? "",
      })),
    })),
    projects: projects.map(toProject),
    links: links.flatMap(toLink),
    github: safeHref(links.find(({ name }) => name.trim().toLowerCase() === "github")?.url),
  };
}

function toEntry(row: TimelineRow, key: number): TimelineEntry {
  return {
    key,
    title: row.title,
    organization: row.organization,
    link: safeHref(row.organization_link),
    location: row.location ?? "",
    dates: row.date_range ?? "",
    description: row.description ?? "",
    skills: row.skills ?? [],
  };
}

function toProject(row: ProjectRow, key: number): Project {
  return {
    key,
    name: row.name,
    description: row.description ?? "",
    picture: projectPicture(safePicture(row.image_url)),
    stack: row.stack ?? [],
    code: safeHref(row.github_link),
    live: safeHref(row.live_link),
  };
}

// A link that leads nowhere safe is not shown at all.
function toLink(row: SocialLinkRow, key: number): SocialLink[] {
  const href = safeHref(row.url);
  return href ? [{ key, name: row.name, href, icon: row.icon_key ?? "" }] : [];
}
