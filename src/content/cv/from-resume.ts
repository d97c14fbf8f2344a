import type { KindName } from "../../../shared/content/kind.ts";
import { fromKinds, KIND_NAMES, kinds } from "../../../shared/content/kinds.ts";
import type { IconIndex } from "../../../shared/icon-files.ts";
import { NAME_MAX_LENGTH } from "../../../shared/limits.ts";
import { linkedHtml, paragraphs, plainText } from "../../lib/plain-text.ts";
import { isSameName } from "../../ui/icons/find-icons.ts";
import { INFO_KEYS, PAGE_KEYS } from "../portfolio.ts";
import { toTextBlocks } from "../text-blocks.ts";
import type { CvContent, CvEntry } from "./cv-content.ts";
import type { DateReading } from "./cv-dates.ts";
import { webAddress, withName } from "./cv-entry.ts";
import {
  leftIn,
  recordOf,
  takeAddress,
  takeFlag,
  takeItems,
  takeText,
  takeTexts,
  textOrNull,
} from "./file-values.ts";
import { guessProfile } from "./icon-guess.ts";
import { spellingsOf } from "./other-keys.ts";
import { placeIn, placeText } from "./place.ts";
import { takeResumeEntry } from "./take-entry.ts";
import { takeSkills } from "./take-skills.ts";

type Item = Record<string, unknown>;

/** Whether parsed JSON looks like a JSON Resume. */
export function isResume(file: Item): boolean {
  return ["basics", "skills", ...KIND_NAMES.flatMap(listsOf)].some((key) => key in file);
}

function listsOf(name: KindName): string[] {
  return spellingsOf(kinds[name].resume ?? "");
}

/**
 * Reads a JSON Resume of any origin and version. Values of an unexpected type count as missing.
 * @param icons candidates for skills and profiles, besides the built-in ones.
 * @param dates how dates are read; also records ambiguous ones.
 */
export function fromResume(original: Item, icons: IconIndex = [], dates?: DateReading): CvContent {
  // Values are removed from this copy as they are read, so that the rest can be listed.
  const file = structuredClone(original);
  const basics = "basics" in file ? recordOf(file.basics) : file;
  const ours = recordOf(recordOf(file.meta).foyer);
  const isOurs = "info" in ours;
  const notes: string[] = [];
  const listed = fromKinds((name) =>
    listsOf(name).flatMap((key) => {
      const take = (item: Item) => takeEntry(name, item, dates);
      return takeItems(file, key, take, WORD_LISTS.has(name));
    }),
  ) as Pick<CvContent, KindName>;
  const skills = takeSkills(file, icons);
  const info = takeInfo(basics, recordOf(ours.info));
  const links = takeLinks(file, basics, { icons, isOurs });
  delete file.$schema;
  if (isOurs) delete file.meta;
  return {
    ...listed,
    education: isOurs ? listed.education : listed.education.map((one) => toEducation(one, notes)),
    info,
    skill_categories: categoriesOf(skills),
    skills,
    social_links: isOurs ? links : distinctLinks(links, notes),
    isOwn: isOurs,
    notes: [...notes, ...leftIn(file)],
  };
}

const WORD_LISTS: ReadonlySet<KindName> = new Set(["languages", "interests"]);

function takeEntry<Name extends KindName>(
  name: Name,
  item: Item,
  dates: DateReading | undefined,
): CvEntry<Name> | null {
  const entry = takeResumeEntry(name, item, dates);
  if (!entry) return null;
  const flags = ["hidden", "private"].map((key) => takeFlag(item, key));
  const isPrivate = takeFlag(item, "visible") === false || flags.includes(true);
  return withName(name, { ...entry, ...(isPrivate && { isPrivate }) });
}

/** The categories of skills, in the order of their first skill. */
export function categoriesOf(skills: CvEntry<"skills">[]): CvContent["skill_categories"] {
  const names = skills.flatMap(({ category }) => (category ? [category] : []));
  return [...new Set(names)].map((name) => ({ name }));
}

function takeInfo(basics: Item, ours: Item): Record<string, string> {
  const own = (key: string) => takeText(ours, key);
  const parts = () =>
    [takeText(basics, "firstName"), takeText(basics, "lastName")].join(" ").trim();
  const name = takeText(basics, "name", "fullName") || parts();
  const displayName = own("displayName") || name;
  const summary = takeTexts(basics, "summary", "about", "bio", "objective").join("\n");
  const location = recordOf(basics.location);
  const place = placeIn(location);
  const country = takeText(location, "country");
  const [bio, picture] = [own("bio"), own("profilePictureUrl")];
  const others = [...INFO_KEYS, ...PAGE_KEYS].map((key) => [key, own(key)] as const);
  const values = {
    ...Object.fromEntries(others),
    displayName,
    fullName: name === displayName ? "" : name,
    tagline: takeText(basics, "label", "headline", "title", "jobTitle"),
    email: takeText(basics, "email"),
    phone: takeText(basics, "phone", "mobile", "telephone"),
    location: [placeText(place) || takeText(basics, "location"), country]
      .filter(Boolean)
      .join(", "),
    locationParts: Object.keys(place).length > 1 && !country ? JSON.stringify(place) : "",
    postalAddress: POSTAL.flatMap((key) => takeText(location, key) || []).join(", "),
    // The formatted text, unless the plain one was edited.
    bio: isSameText(summary, plainText(bio)) ? bio : toBio(summary),
    // Version 0 of the format names it `picture`.
    profilePictureUrl: takeAddress(basics, "image", "picture", "photo", "avatar"),
    ...(picture && { profilePictureUrl: picture }),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}

const POSTAL = ["address", "postalCode"];

// Earlier versions wrote lists without "- ".
function isSameText(one: string, other: string): boolean {
  const plain = (text: string) => text.replace(/^- /gm, "");
  return plain(one) === plain(other);
}

/** A plain text as HTML, with its lists. */
export function toBio(text: string): string {
  const blocks = toTextBlocks(text).map((block) => {
    if ("text" in block) return paragraphs(block.text);
    return `<ul>${block.items.map((item) => `<li><p>${linkedHtml(item)}</p></li>`).join("")}</ul>`;
  });
  return blocks.join("");
}

function takeLinks(
  file: Item,
  basics: Item,
  { icons, isOurs }: { icons: IconIndex; isOurs: boolean },
): CvEntry<"social_links">[] {
  const take = (profile: Item) => {
    const network = takeText(profile, "network", "name", "label");
    const username = takeText(profile, "username", "user", "handle") || null;
    const given = takeAddress(profile, "url", "link", "href", "website", "title");
    const url = webAddress(given || addressOf(network, username ?? ""));
    const { icon } = recordOf(profile.foyer);
    delete profile.foyer;
    if (!url) return null;
    if (icon !== undefined)
      return { name: network || hostOf(url), url, username, icon_key: textOrNull(icon) };
    return { ...toLink(network, url, icons), username };
  };
  const profiles = [...new Set([basics, file])].flatMap((holder) =>
    ["profiles", "links", "social"].flatMap((key) => takeItems(holder, key, take)),
  );
  const website = webAddress(takeAddress(basics, "url", "website", "homepage"));
  // In our own export, the website is this site.
  if (isOurs || !website) return profiles;
  return [...profiles, { name: "Website", url: website, username: null, icon_key: null }];
}

/** Removes links with duplicate URLs, and makes names unique. */
export function distinctLinks(
  links: CvEntry<"social_links">[],
  notes: string[],
): CvEntry<"social_links">[] {
  const addressOf = ({ url }: CvEntry<"social_links">) =>
    URL.canParse(url) ? new URL(url).href.replace(/\/+$/, "") : url;
  const kept = links.filter((link, index) => {
    const same = links.findIndex((one) => addressOf(one) === addressOf(link));
    const isNamed = link.name !== "Website" && link.name !== links[same]?.name;
    if (same < index && isNamed) notes.push(`${link.name}: ${link.url}, which is listed already.`);
    return same === index;
  });
  return kept.map((link) => {
    const isTaken = kept.some((one) => one !== link && one.name === link.name);
    const place = addressOf(link).replace(/^https?:\/\/(www\.)?/, "");
    return isTaken ? { ...link, name: `${link.name} (${place})`.slice(0, NAME_MAX_LENGTH) } : link;
  });
}

/**
 * A link for a file's profile, which has no icon. A network in lower case gets the brand's name.
 */
export function toLink(network: string, url: string, icons: IconIndex): CvEntry<"social_links"> {
  const brand = guessProfile(network, url, icons);
  const isBrand = brand && (network === "" || isSameName(network, brand.name));
  const name = isBrand ? brand.name : network || hostOf(url);
  return { name, url, username: null, icon_key: brand?.key ?? null };
}

/** The URL of a profile for which the file has only a user name. */
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

/** Removes repetition between degree and field of study, and meaningless grades. */
function toEducation(entry: CvEntry<"education">, notes: string[]): CvEntry<"education"> {
  const { title, area, grade } = entry;
  const isGrade = grade === null || !/^([\p{P}\p{S}\s]*|n\/?a)$/iu.test(grade);
  if (!isGrade) notes.push(`The grade “${grade}” of ${entry.organization}, which is none.`);
  const repeats = (one: string, other: string | null) =>
    ` ${one} `.toLowerCase().includes(` ${other} `.toLowerCase());
  const degree = area && (title === entry.organization || repeats(area, title)) ? area : title;
  return {
    ...entry,
    title: degree,
    area: area && !repeats(degree, area) ? area : null,
    grade: isGrade ? grade : null,
  };
}
