import { groupSkills } from "../content/group-skills.ts";
import type { Portfolio, ProjectRow, SocialLinkRow, TimelineRow } from "../content/portfolio.ts";
import type { SanitizeHtml } from "../lib/html-policy.ts";
import { mailHref, type SafePicture, safeHref, safePicture } from "../lib/safe-url.ts";
import { siteAddress } from "../lib/site-address.ts";
import { skillSymbol, socialSymbol } from "../ui/icon-keys.ts";
import type { PageContent, Project, SocialLink, TimelineEntry } from "./page-content.ts";
import type { Picture } from "./picture.ts";

/**
 * Converts the portfolio's rows to page content.
 * @param sanitize the sanitizer for the current environment.
 * @param icon URL of the owner's icon, or null.
 */
export function toPageContent(
  { info, links, education, experience, projects, skills }: Portfolio,
  sanitize: SanitizeHtml,
  icon: string | null,
): PageContent {
  const mail = mailHref(info.email);
  return {
    name: info.displayName?.trim() ?? "",
    fullName: info.fullName?.trim() || (info.displayName?.trim() ?? ""),
    tagline: info.tagline?.trim() ?? "",
    location: info.location?.trim() ?? "",
    bio: info.bio ? sanitize(info.bio) : "",
    statement: info.personalStatement ? sanitize(info.personalStatement) : "",
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
        icon: skillSymbol(icon),
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

// Unsafe links are omitted.
function toLink(row: SocialLinkRow, key: number): SocialLink[] {
  const href = safeHref(row.url);
  return href ? [{ key, name: row.name, href, icon: socialSymbol(row.icon_key) }] : [];
}

function portraitPicture(src: SafePicture | null): Picture | null {
  return src && { src, width: 640, height: 640, widths: widthsBeside(src, [320, 640]) };
}

function projectPicture(src: SafePicture | null): Picture | null {
  return src && { src, width: 800, height: 500, widths: widthsBeside(src, [400, 800]) };
}

// Only pictures shipped with the site are known to exist in every size and format.
function widthsBeside(src: string, widths: number[]): number[] {
  return src.startsWith(siteAddress("/sample/")) && /-\d+\.webp$/.test(src) ? widths : [];
}
