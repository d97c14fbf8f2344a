import type { Look } from "../../shared/looks.ts";
import type { Accent } from "../content/accent.ts";
import type { SkillGroup } from "../content/group-skills.ts";
import type { SectionHeading, SectionId, TimelineId } from "../content/sections.ts";
import type { PageTexts } from "../content/texts/en.ts";
import type { SafeHref } from "../lib/safe-url.ts";
import type { SafeHtml } from "../lib/sanitize/html-policy.ts";
import type { Picture } from "./picture.ts";

/** The name shown until the owner has set one. */
export const DEFAULT_NAME = "Portfolio";

/**
 * Everything the page shows, made safe: HTML is sanitized, URLs are checked, skills are grouped.
 */
export interface PageContent extends Record<TimelineId, TimelineEntry[]> {
  /** The fixed texts, in the page's language. */
  texts: PageTexts;
  /** Empty when not set; see DEFAULT_NAME. */
  name: string;
  /** For the title and search engines; falls back to the display name. */
  fullName: string;
  tagline: string;
  location: string;
  bio: SafeHtml | "";
  statement: SafeHtml | "";
  /** Part of the bio in the greeting; a long bio continues in About. */
  lead: SafeHtml | "";
  /** The text of About: the rest of a long bio, and the statement. */
  story: SafeHtml | "";
  email: { text: string; href: SafeHref } | null;
  /** Shown only in the CV; empty for none. */
  phone: string;
  portrait: Picture | null;
  /** URL of the owner's icon; null for the built-in one. */
  icon: string | null;
  /** The owner's accent color; null for cyan. */
  accent: Accent | null;
  look: Look;
  /** The visible sections between the greeting and contact, in order. */
  sections: SectionId[];
  headings: Record<SectionId, SectionHeading>;
  /** Texts of the three blocks in About; empty ones are hidden. */
  highlights: [innovation: string, users: string, ambition: string];
  /** The first text of Get In Touch; empty for the built-in one. */
  contactLead: string;
  latestRole: Pick<TimelineEntry, "title" | "organization"> | null;
  /** The newest projects, or employers if there are none, with their years. */
  newest: { name: string; years: string }[];
  /** The text of About without a story. */
  introduction: string;
  /** `levelText` is set if all skills of the group have the same level; otherwise empty. */
  skillGroups: (SkillGroup<Skill> & { levelText: string })[];
  projects: Project[];
  /** Index of the project whose picture the first screen shows; null for the portrait. */
  heroProject: number | null;
  links: SocialLink[];
  /** The PDF that 'Download CV' offers; null for the generated CV. */
  cvFile: SafeHref | null;
  /** Target of 'View All on GitHub'. */
  github: SafeHref | null;
}

/** The data block of a static site's page. */
export interface PageData {
  snapshot: Snapshot;
}

/** State of the content in a static site's build. */
export interface Snapshot {
  /** Version of the content in the database; null when the database has none. */
  version: string | null;
  /** ISO date and time. */
  takenAt: string;
}

/** The element id of the JSON block that holds a PageData. */
export const DATA_ID = "foyer-data";

export interface TimelineEntry {
  key: number;
  title: string;
  titleLink: SafeHref | null;
  /** The organization; the level in the case of a language. */
  organization: string;
  link: SafeHref | null;
  location: string;
  dates: string;
  /** Year of the start; empty if unknown. */
  year: string;
  /** Whether the entry has begun and not ended. */
  isRunning: boolean;
  /** Authors of a publication in parts, so that the owner's name can be emphasized. */
  authors: { text: string; isOwner: boolean }[];
  /** Further facts, such as "Team size: 7". */
  facts: string[];
  description: string;
  skills: string[];
  /** Set on the first of several entries at one organization: their number and period. */
  run?: { count: number; dates: string };
}

export interface Skill {
  key: number;
  name: string;
  /** 0 to 100; null to show no bar. */
  level: number | null;
  /** Level in words, such as "Senior"; empty for none. */
  levelText: string;
  /** Icon symbol; null for the gray square, empty for none. */
  icon: string | null;
  /** Path data of an icon that the site's sprite may lack. */
  iconPath?: string;
}

export interface Project {
  key: number;
  name: string;
  description: string;
  picture: Picture | null;
  /** Description of the picture; absent for the built-in text. */
  alt?: string;
  stack: string[];
  /** Dates, client, roles and type, if known. */
  facts: string[];
  /** Year of the start; empty if unknown. */
  year: string;
  code: SafeHref | null;
  /** A repository only if `code` is another one. */
  live: SafeHref | null;
}

export interface SocialLink {
  key: number;
  name: string;
  href: SafeHref;
  /** Icon symbol. */
  icon: string;
  /** Path data, as in `Skill`. */
  iconPath?: string;
}
