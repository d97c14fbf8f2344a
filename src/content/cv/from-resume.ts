import type { KindName } from "../../../shared/content/kind.ts";
import { fromKinds, kinds } from "../../../shared/content/kinds.ts";
import type { IconIndex } from "../../../shared/icon-files.ts";
import { paragraphs, plainText } from "../../lib/plain-text.ts";
import { isSameName } from "../../ui/icons/find-icons.ts";
import { OTHER_GROUP } from "../group-skills.ts";
import { INFO_KEYS, PAGE_KEYS } from "../portfolio.ts";
import type { CvContent, CvEntry } from "./cv-content.ts";
import { fromResumeEntry, webAddress } from "./cv-entry.ts";
import { recordOf, recordsOf, textOf, textOrNull, textsOf } from "./file-values.ts";
import { guessProfile, guessSkillIcon } from "./icon-guess.ts";

type Item = Record<string, unknown>;

/** Whether parsed JSON looks like a JSON Resume. */
export function isResume(file: Item): boolean {
  return ["basics", "work", "education", "skills", "projects"].some((key) => key in file);
}

/**
 * Reads a JSON Resume of any origin and version. Values of an unexpected type count as missing.
 * @param icons those to choose from for skills and profiles, besides the specified ones.
 */
export function fromResume(file: Item, icons: IconIndex = []): CvContent {
  const basics = recordOf(file.basics);
  const ours = recordOf(recordOf(file.meta).foyer);
  const skills = recordsOf(file.skills).flatMap((item) => toSkills(item, icons));
  const listed = fromKinds((name) =>
    recordsOf(file[kinds[name].resume ?? ""]).map((item) => fromResumeEntry(name, item)),
  ) as Pick<CvContent, KindName>;
  return {
    ...listed,
    info: toInfo(basics, recordOf(ours.info)),
    education: recordsOf(file.education).map(toEducation),
    skill_categories: categoriesOf(skills),
    skills,
    social_links: toLinks(basics, { icons, isOurs: "info" in ours }),
    isOwn: "info" in ours,
    omitted: countOmitted(file),
  };
}

/** The categories of skills, in the order of their first skill. */
export function categoriesOf(skills: CvEntry<"skills">[]): CvContent["skill_categories"] {
  const names = skills.flatMap(({ category }) => (category ? [category] : []));
  return [...new Set(names)].map((name) => ({ name }));
}

function toInfo(basics: Item, ours: Item): Record<string, string> {
  const own = (key: string) => textOf(ours[key]);
  const name = textOf(basics.name);
  const displayName = own("displayName") || name;
  const summary = textOf(basics.summary);
  const { city, region, countryCode, address } = recordOf(basics.location);
  const place = [city, region, countryCode].map(textOf).filter(Boolean).join(", ");
  const others = [...INFO_KEYS, ...PAGE_KEYS].map((key) => [key, own(key)] as const);
  const values = {
    ...Object.fromEntries(others),
    displayName,
    fullName: name === displayName ? "" : name,
    tagline: textOf(basics.label),
    email: textOf(basics.email),
    location: place || textOf(address),
    // The formatted text, unless somebody has edited the plain one.
    bio: summary === plainText(own("bio")) ? own("bio") : paragraphs(summary),
    profilePictureUrl: own("profilePictureUrl") || pictureOf(basics),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

// Version 0 of the format calls it `picture`.
function pictureOf(basics: Item): string {
  return textOf(basics.image) || textOf(basics.picture);
}

function toLinks(
  basics: Item,
  { icons, isOurs }: { icons: IconIndex; isOurs: boolean },
): CvEntry<"social_links">[] {
  const profiles = recordsOf(basics.profiles).map((profile): CvEntry<"social_links"> => {
    const network = textOf(profile.network);
    const url = webAddress(textOf(profile.url) || addressOf(network, textOf(profile.username)));
    const { icon } = recordOf(profile.foyer);
    if (icon !== undefined)
      return { name: network || hostOf(url), url, icon_key: textOrNull(icon) };
    return toLink(network, url, icons);
  });
  const website = webAddress(textOf(basics.url) || textOf(basics.website));
  // Our own file names the site itself.
  if (isOurs || !website) return profiles;
  return [...profiles, { name: "Website", url: website, icon_key: null }];
}

/** A link of a file that has no icons; a network in small letters gets the name of its brand. */
export function toLink(network: string, url: string, icons: IconIndex): CvEntry<"social_links"> {
  const brand = guessProfile(network, url, icons);
  const isBrand = brand && (network === "" || isSameName(network, brand.name));
  return { name: isBrand ? brand.name : network || hostOf(url), url, icon_key: brand?.key ?? null };
}

/** The address of a profile whose file has its user name only. */
function addressOf(network: string, username: string): string {
  const host = PROFILE_HOSTS[network.toLowerCase()];
  return host && username ? `https://${host}${encodeURIComponent(username)}` : "";
}

const PROFILE_HOSTS: Record<string, string | undefined> = {
  github: "github.com/",
  gitlab: "gitlab.com/",
  linkedin: "www.linkedin.com/in/",
  telegram: "t.me/",
  twitter: "x.com/",
  x: "x.com/",
};

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : "";
}

function toEducation(item: Item): CvEntry<"education"> {
  const entry = fromResumeEntry("education", item);
  const title = [item.studyType, item.area].map(textOf).filter(Boolean).join(", ");
  const score = textOf(item.score) || textOf(item.gpa);
  return {
    ...entry,
    title: title || "Studies",
    description: entry.description ?? (score ? `Grade: ${score}` : null),
  };
}

function toSkills(item: Item, icons: IconIndex): CvEntry<"skills">[] {
  const group = textOf(item.name);
  const known = recordsOf(recordOf(item.foyer).skills);
  const names = textsOf(item.keywords);
  const level = textOrNull(item.level);
  // Without keywords the group itself is the skill.
  if (names.length === 0) {
    return group ? [toSkill(group, icons, { levelText: level })] : [];
  }
  const category = group === OTHER_GROUP || group === "" ? null : group;
  return names.map((name, index) => {
    const own = [known[index], ...known].find((one) => textOf(one?.name) === name);
    if (!own) return toSkill(name, icons, { category, levelText: level });
    return {
      name,
      level: typeof own.level === "number" ? own.level : null,
      level_text: textOrNull(own.levelText) ?? level,
      icon: textOrNull(own.icon),
      category,
    };
  });
}

/** A skill of a file that has neither icons nor levels, except in words. */
export function toSkill(
  name: string,
  icons: IconIndex,
  { category, levelText = null }: { category?: string | null; levelText?: string | null } = {},
): CvEntry<"skills"> {
  const icon = guessSkillIcon(name, icons);
  return { name, level: null, level_text: levelText, icon, category };
}

function countOmitted(file: Item): Record<string, number> {
  const parts = ["interests", "references"];
  const counts = parts.map((part) => [part, recordsOf(file[part]).length] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
