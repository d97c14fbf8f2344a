import { fieldsOf } from "../../shared/content/kinds.ts";
import { lookOf } from "../../shared/looks.ts";
import { toAccent } from "../content/accent.ts";
import { offeredCv } from "../content/cv/cv-file.ts";
import { latestRole } from "../content/entry-order.ts";
import { groupSkills, type SkillGroup } from "../content/group-skills.ts";
import {
  fileWidths,
  pictureName,
  readPictureFiles,
  tallPortrait,
} from "../content/picture-files.ts";
import type {
  PersonalInfo,
  Portfolio,
  ProjectRow,
  SkillRow,
  SocialLinkRow,
  TimelineRow,
} from "../content/portfolio.ts";
import {
  fromTimelines,
  headingsOf,
  parseSections,
  SECTIONS,
  type SectionId,
  type SectionLayout,
  type TimelineId,
} from "../content/sections.ts";
import { en, type PageTexts } from "../content/texts/en.ts";
import { translateDates } from "../content/texts/translate-dates.ts";
import { valueText } from "../content/value-text.ts";
import { joinWords } from "../lib/join-words.ts";
import { linkAddresses, plainText } from "../lib/plain-text.ts";
import { mailHref, type SafePicture, safeHref, safePicture } from "../lib/safe-url.ts";
import type { SanitizeHtml } from "../lib/sanitize/html-policy.ts";
import { siteAddress } from "../lib/site-address.ts";
import { librarySlug, skillSymbol, socialSymbol } from "../ui/icon-keys.ts";
import { withAnchors } from "./anchors.ts";
import { authorsIn } from "./authors.ts";
import { introduce } from "./introduction.ts";
import { newestWork } from "./newest-work.ts";
import type { PageContent, Project, SocialLink, TimelineEntry } from "./page-content.ts";
import { hasBegun, isRunning, wholePeriod, yearOf } from "./periods.ts";
import type { Picture } from "./picture.ts";
import { projectAddresses } from "./projects/project-addresses.ts";

export interface ContentOptions {
  /** Whether sections without entries are shown. */
  emptySections?: boolean;
  /** Path data of chosen icons by slug; all others come from the site's sprite, `/icons.svg`. */
  icons?: ReadonlyMap<string, string | null> | undefined;
  /** Names of the pictures that have AVIF files in the static site's `/pictures`. */
  avif?: ReadonlySet<string> | undefined;
  /** Texts in the page's language; see `languageOf`. */
  texts?: PageTexts;
}

/**
 * Converts the portfolio's rows to page content. Hidden sections and their entries are omitted.
 * @param sanitize the sanitizer for the current environment.
 * @param icon URL of the owner's icon, or null.
 */
export function toPageContent(
  portfolio: Portfolio,
  sanitize: SanitizeHtml,
  icon: string | null,
  { emptySections = false, icons, avif, texts = en }: ContentOptions = {},
): PageContent {
  const { info, links } = portfolio;
  const text = (key: keyof PersonalInfo) => info[key]?.trim() ?? "";
  const layout = parseSections(info.sections);
  const sections = publishedSections(portfolio, layout, emptySections);
  const shown = <Row>(id: SectionId, rows: Row[]) => (sections.includes(id) ? rows : []);
  const projects = shown("projects", portfolio.projects);
  const jobs = shown("experience", portfolio.experience).filter(({ start_month: start }) =>
    hasBegun(start),
  );
  const role = latestRole(jobs);
  const mail = mailHref(info.email);
  const bio: PageContent["bio"] = info.bio ? sanitize(linkAddresses(info.bio)) : "";
  const hasAbout = sections.includes("about");
  const statement =
    info.personalStatement && hasAbout ? sanitize(linkAddresses(info.personalStatement)) : "";
  const { lead, rest } = hasAbout ? splitBio(bio) : { lead: bio, rest: "" };
  return {
    texts,
    name: text("displayName"),
    fullName: text("fullName") || text("displayName"),
    tagline: text("tagline"),
    location: text("location"),
    bio,
    statement,
    lead,
    story: `${rest}${statement}` as PageContent["story"],
    email: mail && { text: text("email"), href: mail },
    phone: text("cvPhone"),
    portrait: portraitPicture(safePicture(info.profilePictureUrl)),
    icon,
    accent: toAccent(info.accentColor),
    look: lookOf(info),
    sections,
    headings: withAnchors(headingsOf(layout, texts), layout.order, sections),
    highlights: [text("highlightInnovation"), text("highlightUsers"), text("highlightAmbition")],
    contactLead: text("contactLead"),
    ...fromTimelines((id) => {
      const rows = shown(id, portfolio[id]);
      const entries = rows.map((row, key) => toEntry(id, row, key, { info, texts }));
      return EMPLOYED.has(id) ? markRuns(entries, rows, texts) : entries;
    }),
    latestRole: role ? { title: role.title, organization: organizationOf(role) } : null,
    newest: newestWork(projects, jobs, texts),
    introduction: introduce(
      {
        role,
        jobs,
        education: shown("education", portfolio.education),
        location: text("location"),
      },
      texts,
    ),
    skillGroups: groupSkills(shown("skills", portfolio.skills).map(withKey), texts.otherSkills).map(
      (group) => toSkillGroup(group, icons),
    ),
    projects: projects.map((row, key) => toProject(row, key, avif, texts)),
    heroProject: heroProject(projects, text("heroPicture")),
    links: links.flatMap((link, key) => toLink(link, key, icons)),
    cvFile: offeredCv(info, text("fullName") || text("displayName")),
    github: safeHref(links.find(({ name }) => name.trim().toLowerCase() === "github")?.url),
  };
}

/** A long bio as its first paragraph that has a text, and the rest. */
function splitBio(bio: PageContent["bio"]): { lead: PageContent["bio"]; rest: string } {
  const [lead = bio] = /^(<p[^>]*>(<br>|\s)*<\/p>)*<p.*?<\/p>/s.exec(bio) ?? [];
  if (plainText(bio).length <= LEAD_MAX_LENGTH) return { lead: bio, rest: "" };
  return { lead: lead as PageContent["bio"], rest: bio.slice(lead.length) };
}

/** Maximum number of characters. @limit content: a bio that the greeting shows whole */
const LEAD_MAX_LENGTH = 500;

function heroProject(projects: ProjectRow[], address: string): number | null {
  const index = projects.findIndex((row) => row.image_url === address && safePicture(address));
  return index < 0 ? null : index;
}

function publishedSections(
  portfolio: Portfolio,
  { order, hidden }: SectionLayout,
  emptySections: boolean,
): SectionId[] {
  const isEmpty = (id: SectionId) => id !== "about" && portfolio[id].length === 0;
  const isShown = (id: SectionId) =>
    !isEmpty(id) || (emptySections && !("optional" in SECTIONS[id]));
  return order.filter((id) => !hidden.includes(id) && isShown(id));
}

const withKey = <Row>(row: Row, key: number) => ({ ...row, key });

function toSkillGroup(
  { name, skills }: SkillGroup<SkillRow & { key: number }>,
  icons: ContentOptions["icons"],
): PageContent["skillGroups"][number] {
  const [levelText = "", ...others] = new Set(skills.map((skill) => skill.level_text?.trim()));
  const shared = others.length === 0 ? levelText : "";
  return {
    name,
    levelText: shared,
    skills: skills.map(({ key, name, level, level_text, icon }) => ({
      key,
      name,
      level: level === null ? null : Math.min(100, Math.max(0, Math.round(level) || 0)),
      levelText: shared ? "" : (level_text?.trim() ?? ""),
      icon: skillSymbol(icon),
      ...pathOf(icon, icons),
    })),
  };
}

function toEntry(
  id: TimelineId,
  row: TimelineRow,
  key: number,
  { info, texts }: { info: PersonalInfo; texts: PageTexts },
): TimelineEntry {
  return {
    key,
    title: joinWords([row.title, row.area]),
    titleLink: safeHref(row.link),
    organization: organizationOf(row),
    link: safeHref(row.organization_link),
    location: row.location ?? "",
    dates: translateDates(row.date_range ?? "", texts),
    year: yearOf(row),
    isRunning: isRunning(row),
    authors: authorsIn(row.authors ?? "", [info.fullName, info.displayName]),
    facts: factsOf(id, row, texts),
    description: row.description ?? "",
    skills: row.skills ?? [],
  };
}

/** Empty if it equals the title, as for a school without a degree. */
function organizationOf({ title, area, organization, level_text }: TimelineRow): string {
  return organization === title && !area ? "" : (organization ?? level_text ?? "");
}

/** Timelines whose organization is an employer. */
const EMPLOYED: ReadonlySet<TimelineId> = new Set(["experience", "volunteering"]);

/** Marks the first of several consecutive entries at one organization. */
function markRuns(entries: TimelineEntry[], rows: TimelineRow[], texts: PageTexts) {
  const isSame = (one: TimelineEntry, other: TimelineEntry | undefined) =>
    one.organization !== "" && one.organization === other?.organization;
  return entries.map((entry, index): TimelineEntry => {
    if (isSame(entry, entries[index - 1])) return entry;
    const rest = entries.slice(index);
    const end = rest.findIndex((other) => !isSame(entry, other));
    const count = Math.max(1, end < 0 ? rest.length : end);
    if (count === 1) return entry;
    return {
      ...entry,
      run: { count, dates: wholePeriod(rows.slice(index, index + count), texts) },
    };
  });
}

function factsOf(id: TimelineId | "projects", row: object, texts: PageTexts): string[] {
  const labels: Record<string, string> = texts.facts;
  const values = row as Record<string, unknown>;
  return fieldsOf(id).flatMap(([column, field]) => {
    const value = values[column];
    const text = valueText(field, value).trim();
    if (!field.page || !text || value === false) return [];
    const label = labels[column] ?? field.label;
    if (field.type === "flag") return [label];
    const shown = field.type === "month" ? translateDates(text, texts) : text;
    return [field.page === "text only" ? shown : texts.labeled(label, shown)];
  });
}

function toProject(
  row: ProjectRow,
  key: number,
  avif: ContentOptions["avif"],
  texts: PageTexts,
): Project {
  return {
    key,
    name: row.name,
    description: row.description ?? "",
    picture: projectPicture(safePicture(row.image_url), avif),
    ...(row.image_alt?.trim() && { alt: row.image_alt.trim() }),
    stack: row.stack ?? [],
    facts: [translateDates(row.date_range ?? "", texts), ...factsOf("projects", row, texts)].filter(
      Boolean,
    ),
    year: yearOf(row),
    ...projectAddresses(safeHref(row.live_link), safeHref(row.github_link)),
  };
}

// Unsafe links are omitted.
function toLink(row: SocialLinkRow, key: number, icons: ContentOptions["icons"]): SocialLink[] {
  const href = safeHref(row.url);
  if (!href) return [];
  const icon = socialSymbol(row.icon_key);
  return [{ key, name: row.name, href, icon, ...pathOf(icon, icons) }];
}

function pathOf(icon: string | null, icons: ContentOptions["icons"]): { iconPath?: string } {
  const iconPath = icons?.get(librarySlug(icon) ?? "");
  return iconPath ? { iconPath } : {};
}

function portraitPicture(src: SafePicture | null): Picture | null {
  if (!src) return null;
  const tall = tallPortrait(src);
  const size = { width: 640, height: 640, ...samplePicture(src, [320, 640]) };
  return { src, ...size, ...(tall && { tall }) };
}

function projectPicture(src: SafePicture | null, baked: ContentOptions["avif"]): Picture | null {
  const files = readPictureFiles(src ?? "");
  if (!src || !files) {
    return src && { src, width: 800, height: 500, ...samplePicture(src, [400, 800]) };
  }
  const { width, height, stem } = files;
  const name = pictureName(files);
  const avif = files.avif ? stem : baked?.has(name) ? siteAddress(`/pictures/${name}`) : undefined;
  return { src, width, height, widths: fileWidths(width), ...(avif !== undefined && { avif }) };
}

// Other pictures exist in every size and format only if shipped with the site.
function samplePicture(src: string, widths: number[]): Pick<Picture, "widths" | "avif"> {
  const avif = /^(.*)-\d+\.webp$/.exec(src)?.[1];
  if (avif === undefined || !src.startsWith(siteAddress("/sample/"))) return { widths: [] };
  return { widths, avif };
}
