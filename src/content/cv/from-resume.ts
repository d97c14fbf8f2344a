import type { KindName } from "../../../shared/content/kind.ts";
import { fromKinds, kinds } from "../../../shared/content/kinds.ts";
import type { IconIndex } from "../../../shared/icon-files.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import { paragraphs, plainText } from "../../lib/plain-text.ts";
import { isSameName } from "../../ui/icons/find-icons.ts";
import { OTHER_GROUP } from "../group-skills.ts";
import { INFO_KEYS, PAGE_KEYS } from "../portfolio.ts";
import { toTextBlocks } from "../text-blocks.ts";
import type { CvContent, CvEntry } from "./cv-content.ts";
import type { DateReading } from "./cv-dates.ts";
import { fromResumeEntry, webAddress } from "./cv-entry.ts";
import { recordOf, recordsOf, textOf, textOrNull, textsOf } from "./file-values.ts";
import { guessProfile, guessSkillIcon } from "./icon-guess.ts";
import { placeIn, placeText } from "./place.ts";

type Item = Record<string, unknown>;

/** Whether parsed JSON looks like a JSON Resume. */
export function isResume(file: Item): boolean {
  return ["basics", "work", "education", "skills", "projects"].some((key) => key in file);
}

/**
 * Reads a JSON Resume of any origin and version. Values of an unexpected type count as missing.
 * @param icons those to choose from for skills and profiles, besides the specified ones.
 * @param dates how dates are read; receives which were not clear.
 */
export function fromResume(file: Item, icons: IconIndex = [], dates?: DateReading): CvContent {
  const basics = recordOf(file.basics);
  const ours = recordOf(recordOf(file.meta).foyer);
  const isOurs = "info" in ours;
  const notes: string[] = [];
  const skills = recordsOf(file.skills).flatMap((item) => toSkills(item, icons));
  const listed = fromKinds((name) =>
    recordsOf(file[kinds[name].resume ?? ""]).map((item) => fromResumeEntry(name, item, dates)),
  ) as Pick<CvContent, KindName>;
  return {
    ...listed,
    info: toInfo(basics, recordOf(ours.info)),
    education: isOurs ? listed.education : listed.education.map((one) => toEducation(one, notes)),
    skill_categories: categoriesOf(skills),
    skills,
    social_links: toLinks(basics, { icons, isOurs }),
    isOwn: isOurs,
    omitted: {},
    notes,
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
  const location = recordOf(basics.location);
  const place = placeIn(location);
  const others = [...INFO_KEYS, ...PAGE_KEYS].map((key) => [key, own(key)] as const);
  const values = {
    ...Object.fromEntries(others),
    displayName,
    fullName: name === displayName ? "" : name,
    tagline: textOf(basics.label),
    email: textOf(basics.email),
    phone: textOf(basics.phone),
    location: placeText(place),
    locationParts: Object.keys(place).length > 1 ? JSON.stringify(place) : "",
    postalAddress: [location.address, location.postalCode].map(textOf).filter(Boolean).join(", "),
    // The formatted text, unless somebody has edited the plain one.
    bio: isSameText(summary, plainText(own("bio"))) ? own("bio") : toBio(summary),
    profilePictureUrl: own("profilePictureUrl") || pictureOf(basics),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

// Earlier versions wrote lists without their marks.
function isSameText(one: string, other: string): boolean {
  const plain = (text: string) => text.replace(/^- /gm, "");
  return plain(one) === plain(other);
}

/** A plain text as HTML, with its lists. */
export function toBio(text: string): string {
  const blocks = toTextBlocks(text).map((block) => {
    if ("text" in block) return paragraphs(block.text);
    return `<ul>${block.items.map((item) => `<li><p>${escapeHtml(item)}</p></li>`).join("")}</ul>`;
  });
  return blocks.join("");
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
    const username = textOrNull(profile.username);
    const url = webAddress(textOf(profile.url) || addressOf(network, username ?? ""));
    const { icon } = recordOf(profile.foyer);
    if (icon !== undefined)
      return { name: network || hostOf(url), url, username, icon_key: textOrNull(icon) };
    return { ...toLink(network, url, icons), username };
  });
  const website = webAddress(textOf(basics.url) || textOf(basics.website));
  // Our own file names the site itself.
  if (isOurs || !website) return profiles;
  return [...profiles, { name: "Website", url: website, username: null, icon_key: null }];
}

/** A link of a file that has no icons; a network in small letters gets the name of its brand. */
export function toLink(network: string, url: string, icons: IconIndex): CvEntry<"social_links"> {
  const brand = guessProfile(network, url, icons);
  const isBrand = brand && (network === "" || isSameName(network, brand.name));
  const name = isBrand ? brand.name : network || hostOf(url);
  return { name, url, username: null, icon_key: brand?.key ?? null };
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

/**
 * A degree and its field of study that do not repeat each other, such as "Bachelor" and "Bachelor of
 * Science", with a grade that says something.
 */
function toEducation(entry: CvEntry<"education">, notes: string[]): CvEntry<"education"> {
  const { title, area, grade } = entry;
  const isGrade = grade === null || !/^([\p{P}\p{S}\s]*|n\/?a)$/iu.test(grade);
  if (!isGrade) notes.push(`The grade “${grade}” of ${entry.organization}, which is none.`);
  const repeats = (one: string, other: string | null) =>
    ` ${one} `.toLowerCase().includes(` ${other} `.toLowerCase());
  const degree = area && (title === "" || repeats(area, title)) ? area : title;
  return {
    ...entry,
    title: degree || "Studies",
    area: area && !repeats(degree, area) ? area : null,
    grade: isGrade ? grade : null,
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
