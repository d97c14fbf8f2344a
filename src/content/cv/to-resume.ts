import type { KindName } from "../../../shared/content/kind.ts";
import { KIND_NAMES, kinds } from "../../../shared/content/kinds.ts";
import { plainText } from "../../lib/plain-text.ts";
import { mailHref, safeHref, safePicture } from "../../lib/safe-url.ts";
import { groupSkills } from "../group-skills.ts";
import {
  INFO_KEYS,
  PAGE_KEYS,
  type PersonalInfo,
  type Portfolio,
  PRIVATE_KEYS,
} from "../portfolio.ts";
import { parseSections, SECTION_IDS, type SectionId } from "../sections.ts";
import { given, toResumeEntry } from "./cv-entry.ts";
import { guessProfile } from "./icon-guess.ts";
import { toPlace } from "./place.ts";
import { BASICS_KEYS, type Resume, type ResumeEntry } from "./resume.ts";

/**
 * The portfolio as JSON Resume, in the order of the page and without hidden sections.
 * @param portfolio with sanitized HTML and SVG.
 * @param publicUrl the site's address without a trailing slash; empty when unknown.
 */
export function toResume(portfolio: Portfolio, publicUrl: string): Resume {
  const { hidden } = parseSections(portfolio.info.sections);
  const shown = without(portfolio, hidden);
  const lists = KIND_NAMES.flatMap((name) => {
    const { resume } = kinds[name];
    const rows = (shown as Partial<Record<KindName, object[]>>)[name] ?? [];
    return resume ? [[resume, rows.map((row) => toResumeEntry(name, row))]] : [];
  });
  return {
    $schema: "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json",
    basics: toBasics(portfolio, publicUrl),
    ...Object.fromEntries(lists),
    skills: groupSkills(shown.skills).map(toSkills),
    meta: {
      ...(publicUrl && { canonical: `${publicUrl}/resume.json` }),
      version: "v1.0.0",
      foyer: { version: 1, info: otherInfo(portfolio, hidden) },
    },
  };
}

/** The portfolio without the entries of these sections. */
export function without(portfolio: Portfolio, hidden: readonly SectionId[]): Portfolio {
  const empty = SECTION_IDS.filter((id) => id !== "about" && hidden.includes(id));
  return { ...portfolio, ...Object.fromEntries(empty.map((id) => [id, []])) };
}

function toBasics({ info, links }: Portfolio, publicUrl: string): Resume["basics"] {
  const name = info.fullName?.trim() || info.displayName?.trim();
  const email = mailHref(info.email) && info.email?.trim();
  const picture = safePicture(info.profilePictureUrl);
  return given({
    name,
    label: info.tagline?.trim(),
    image: picture && publicUrl ? new URL(picture, `${publicUrl}/`).href : picture,
    email,
    phone: info.cvPhone?.trim(),
    url: publicUrl && `${publicUrl}/`,
    summary: info.bio && plainText(info.bio),
    location: info.location?.trim() && toPlace(info.location.trim(), info.locationParts),
    profiles: links.flatMap(({ name: network, url, username, icon_key: icon }) => {
      const href = safeHref(url);
      if (!href) return [];
      return [
        given({
          network,
          username,
          url: href,
          // An importing site may know more icons, so a missing icon is written, too.
          foyer: icon && icon === guessProfile(network, href)?.key ? undefined : { icon },
        }),
      ];
    }),
  });
}

/** Everything in `personal_info` that the page shows and `basics` lacks. */
function otherInfo({ info }: Portfolio, hidden: readonly SectionId[]): Record<string, string> {
  const omitted: readonly string[] = [
    ...BASICS_KEYS,
    ...AREA_ICONS,
    ...PRIVATE_KEYS,
    "locationParts",
    ...(hasOwnFullName(info) ? [] : ["displayName"]),
    ...(hidden.includes("about") ? ["personalStatement"] : []),
  ];
  const keys = [...INFO_KEYS, ...PAGE_KEYS].filter((key) => !omitted.includes(key));
  return Object.fromEntries(keys.flatMap((key) => (info[key] ? [[key, info[key]]] : [])));
}

function hasOwnFullName({ fullName = "", displayName = "" }: PersonalInfo): boolean {
  return fullName.trim() !== "" && fullName.trim() !== displayName.trim();
}

/** Icons that are not part of the public page. */
const AREA_ICONS = ["workspaceFaviconSvg", "adminFaviconSvg"];

function toSkills({ name, skills }: ReturnType<typeof groupSkills<SkillRow>>[number]): ResumeEntry {
  const [level, ...others] = new Set(skills.map(({ level_text }) => level_text));
  const shared = others.length === 0 ? level : undefined;
  return given({
    name,
    level: shared,
    keywords: skills.map((skill) => skill.name),
    foyer: {
      skills: skills.map(({ name, level, level_text, icon }) =>
        given({ name, level, levelText: shared ? undefined : level_text, icon }),
      ),
    },
  });
}

type SkillRow = Portfolio["skills"][number];
