/** The keys of `personal_info`. */
export const INFO_KEYS = [
  "displayName",
  "fullName",
  "tagline",
  "location",
  "bio",
  "personalStatement",
  "email",
  "profilePictureUrl",
  "faviconSvg",
  "workspaceFaviconSvg",
  "adminFaviconSvg",
] as const;

export type InfoKey = (typeof INFO_KEYS)[number];

/** All `personal_info` rows folded into one object; keys without a value are absent. */
export type PersonalInfo = Partial<Record<InfoKey, string>>;

export interface InfoRow {
  key: string | null;
  value: string | null;
}

export interface SocialLinkRow {
  name: string;
  url: string;
  icon_key: string | null;
}

export interface TimelineRow {
  title: string;
  organization: string;
  organization_link?: string | null;
  location: string | null;
  date_range: string | null;
  description: string | null;
  skills: string[] | null;
}

export interface ProjectRow {
  name: string;
  description: string | null;
  image_url: string | null;
  stack: string[] | null;
  github_link: string | null;
  live_link: string | null;
}

export interface SkillRow {
  name: string;
  level: number;
  icon: string | null;
  skill_categories: { name: string } | null;
}

/** Everything the public page is made of, as the six reads return it. */
export interface Portfolio {
  info: PersonalInfo;
  links: SocialLinkRow[];
  education: TimelineRow[];
  experience: TimelineRow[];
  projects: ProjectRow[];
  skills: SkillRow[];
}

/** Folds the key/value rows into one object. Rows with an empty or unknown key or an empty value are ignored. */
export function foldInfo(rows: InfoRow[]): PersonalInfo {
  const info: PersonalInfo = {};
  for (const { key, value } of rows) {
    if (isInfoKey(key) && value) info[key] = value;
  }
  return info;
}

function isInfoKey(key: string | null): key is InfoKey {
  return (INFO_KEYS as readonly (string | null)[]).includes(key);
}
