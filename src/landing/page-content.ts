import type { SkillGroup } from "../content/group-skills.ts";
import type { SafeHtml } from "../lib/html-policy.ts";
import type { SafeHref } from "../lib/safe-url.ts";
import type { Picture } from "./picture.ts";

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

/** The data block of the page: what was prerendered, and the year it was prerendered in. */
export interface PageData {
  content: PageContent;
  year: number;
}

/** The id of the JSON block that holds a PageData. */
export const DATA_ID = "foyer-data";

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
  /** Symbol of its icon; null for the grey square. */
  icon: string | null;
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
  /** Symbol of its icon. */
  icon: string;
}
