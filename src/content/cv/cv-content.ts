import type { Tables } from "../../lib/database.types.ts";

/** The content of a CV file in the site's own columns, not yet checked against their rules. */
export interface CvContent {
  /** Values of `personal_info` by key. */
  info: Record<string, string>;
  experience: CvTimelineEntry[];
  education: CvEducation[];
  projects: CvProject[];
  categories: CvCategory[];
  skills: CvSkill[];
  links: CvLink[];
  /** Parts of the file the site has no place for, such as awards, with their number. */
  omitted: Record<string, number>;
}

/** Only the site's own export has a visibility. The order is that of the lists. */
interface Shown {
  visibility?: Visibility;
}

export type Visibility = "public" | "draft" | "hidden";

export interface CvTimelineEntry
  extends Shown,
    Pick<
      Tables<"experience">,
      | "title"
      | "organization"
      | "location"
      | "date_range"
      | "start_month"
      | "end_month"
      | "description"
      | "skills"
    > {}

export interface CvEducation
  extends CvTimelineEntry,
    Pick<Tables<"education">, "organization_link"> {}

export interface CvProject
  extends Shown,
    Pick<
      Tables<"projects">,
      "name" | "description" | "image_url" | "image_alt" | "stack" | "github_link" | "live_link"
    > {}

export interface CvCategory extends Shown, Pick<Tables<"skill_categories">, "name"> {}

export interface CvSkill extends Shown, Pick<Tables<"skills">, "name" | "icon"> {
  /** 0 to 100; null when the file has none. */
  level: number | null;
  /** Name of its category; null for none; undefined when the file has no categories. */
  category: string | null | undefined;
}

export interface CvLink extends Shown, Pick<Tables<"social_links">, "name" | "url" | "icon_key"> {}

/** A file without any content. */
export function emptyCv(): CvContent {
  return {
    info: {},
    experience: [],
    education: [],
    projects: [],
    categories: [],
    skills: [],
    links: [],
    omitted: {},
  };
}
