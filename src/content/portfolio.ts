import type { Tables } from "../../shared/database.types.ts";
import type { TimelineId } from "./sections.ts";

/** The keys of `personal_info` that General Info edits. */
export const INFO_KEYS = [
  "displayName",
  "fullName",
  "tagline",
  "location",
  "bio",
  "personalStatement",
  "email",
  "phone",
  "cvPhone",
  "postalAddress",
  "profilePictureUrl",
  "faviconSvg",
  "workspaceFaviconSvg",
  "adminFaviconSvg",
  "accentColor",
  "look",
  "heroPicture",
  "pageLanguage",
  "highlightInnovation",
  "highlightUsers",
  "highlightAmbition",
  "contactLead",
] as const;

export type InfoKey = (typeof INFO_KEYS)[number];

/** Labels of these values outside their form. */
export const INFO_LABELS: Readonly<Record<InfoKey, string>> = {
  displayName: "Display name",
  fullName: "Full name",
  tagline: "Tagline",
  location: "Location",
  bio: "Bio",
  personalStatement: "Personal statement",
  email: "Contact email",
  phone: "Phone",
  cvPhone: "Phone in the CV",
  postalAddress: "Postal address",
  profilePictureUrl: "Profile picture",
  faviconSvg: "Site icon",
  workspaceFaviconSvg: "Workspace icon",
  adminFaviconSvg: "Admin panel icon",
  accentColor: "Accent color",
  look: "Look",
  heroPicture: "Picture on the first screen",
  pageLanguage: "Page language",
  highlightInnovation: "Innovation & Problem-Solving",
  highlightUsers: "User-Centric Philosophy",
  highlightAmbition: "Future Ambition",
  contactLead: "Text of Get In Touch",
};

/**
 * Keys whose values only the owner can read; `cvPhone` is a copy of the phone number for the CV.
 */
export const PRIVATE_KEYS = ["phone", "postalAddress"] as const satisfies InfoKey[];

/** The layout of the page (see `parseSections`), and the parts of its location (see `toPlace`). */
export const PAGE_KEYS = ["sections", "locationParts"] as const;

export type PageKey = (typeof PAGE_KEYS)[number];

/** Keys of an uploaded CV (see `offeredCv`), which imported CV files never contain. */
export const CV_KEYS = ["cvFile", "cvDownload"] as const;

export type CvKey = (typeof CV_KEYS)[number];

/** All `personal_info` rows folded into one object; keys without a value are absent. */
export type PersonalInfo = Partial<Record<InfoKey | PageKey | CvKey, string>>;

export interface InfoRow {
  key: string | null;
  value: string | null;
}

export type SocialLinkRow = Pick<Tables<"social_links">, "name" | "url" | "icon_key"> &
  Partial<Pick<Tables<"social_links">, "username">>;

/** The columns of a timeline that its sections use; `kinds.ts` describes all columns. */
export type TimelineRow = Pick<Tables<"experience">, "title"> &
  Partial<
    Pick<
      Tables<"experience">,
      | "organization_link"
      | "location"
      | "date_range"
      | "start_month"
      | "end_month"
      | "description"
      | "skills"
    > &
      Pick<Tables<"education">, "area"> &
      Pick<Tables<"publications">, "organization" | "link" | "authors"> &
      Pick<Tables<"languages">, "level_text">
  >;

export type ProjectRow = Pick<
  Tables<"projects">,
  "name" | "description" | "image_url" | "image_alt" | "stack" | "github_link" | "live_link"
> &
  Partial<Pick<Tables<"projects">, "date_range" | "start_month" | "end_month">>;

export type SkillRow = Pick<
  Tables<"skills">,
  "name" | "level" | "level_text" | "icon" | "position"
> & {
  skill_categories: Pick<Tables<"skill_categories">, "name" | "position"> | null;
};

/** The whole content of the public page in display order; skills are not grouped. */
export interface Portfolio extends Record<TimelineId, TimelineRow[]> {
  info: PersonalInfo;
  links: SocialLinkRow[];
  projects: ProjectRow[];
  skills: SkillRow[];
}

/**
 * Folds the key/value rows into one object. Rows with an empty or unknown key or an empty value are
 * ignored.
 */
export function foldInfo(rows: InfoRow[]): PersonalInfo {
  const info: PersonalInfo = {};
  for (const { key, value } of rows) {
    if (isKnownKey(key) && value) info[key] = value;
  }
  return info;
}

function isKnownKey(key: string | null): key is InfoKey | PageKey | CvKey {
  return [...INFO_KEYS, ...PAGE_KEYS, ...CV_KEYS].some((known) => known === key);
}
