import type { Tables } from "../lib/database.types.ts";

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

export type SocialLinkRow = Pick<Tables<"social_links">, "name" | "url" | "icon_key">;

/** A row of `experience` or `education`; only the latter links its organization. */
export type TimelineRow = Omit<Tables<"experience">, NotShown | "start_month" | "end_month"> &
  Partial<Pick<Tables<"education">, "organization_link">>;

export type ProjectRow = Omit<Tables<"projects">, NotShown>;

type NotShown = "id" | "created_at" | "revision" | "position" | "visibility";

/** A row of `skills` with the name of its category. */
export type SkillRow = Pick<Tables<"skills">, "name" | "level" | "icon"> & {
  skill_categories: Pick<Tables<"skill_categories">, "name"> | null;
};

/** The whole content of the public page, as returned by the six reads. */
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
