import { formatMonthRange } from "../../../shared/month-range.ts";
import { plainText } from "../../lib/plain-text.ts";
import { mailHref, safeHref, safePicture } from "../../lib/safe-url.ts";
import { groupSkills } from "../group-skills.ts";
import {
  INFO_KEYS,
  PAGE_KEYS,
  type PersonalInfo,
  type Portfolio,
  type ProjectRow,
  type TimelineRow,
} from "../portfolio.ts";
import { parseSections, SECTION_IDS, type SectionId } from "../sections.ts";
import { splitBullets } from "./bullets.ts";
import { parseRange } from "./cv-dates.ts";
import { guessProfileIcon } from "./icon-guess.ts";
import {
  BASICS_KEYS,
  type Resume,
  type ResumeBasics,
  type ResumeEducation,
  type ResumePeriod,
  type ResumeProject,
  type ResumeSkills,
  type ResumeWork,
} from "./resume.ts";

/**
 * The portfolio as JSON Resume, in the order of the page and without hidden sections.
 * @param portfolio with sanitized HTML and SVG.
 * @param publicUrl the site's address without a trailing slash; empty when unknown.
 */
export function toResume(portfolio: Portfolio, publicUrl: string): Resume {
  const { hidden } = parseSections(portfolio.info.sections);
  const { experience, education, skills, projects } = without(portfolio, hidden);
  return {
    $schema: "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json",
    basics: toBasics(portfolio, publicUrl),
    work: experience.map(toWork),
    education: education.map(toEducation),
    skills: groupSkills(skills).map(toSkills),
    projects: projects.map(toProject),
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

function toBasics({ info, links }: Portfolio, publicUrl: string): ResumeBasics {
  const name = info.fullName?.trim() || info.displayName?.trim();
  const email = mailHref(info.email) && info.email?.trim();
  const picture = safePicture(info.profilePictureUrl);
  return given({
    name,
    label: info.tagline?.trim(),
    image: picture && publicUrl ? new URL(picture, `${publicUrl}/`).href : picture,
    email,
    url: publicUrl && `${publicUrl}/`,
    summary: info.bio && plainText(info.bio),
    location: info.location?.trim() ? { city: info.location.trim() } : undefined,
    profiles: links.flatMap(({ name: network, url, icon_key: icon }) => {
      const href = safeHref(url);
      if (!href) return [];
      return [
        given({
          network,
          url: href,
          foyer: icon === guessProfileIcon(network, href) ? undefined : { icon },
        }),
      ];
    }),
  });
}

/** Everything of `personal_info` that the page shows and `basics` does not express. */
function otherInfo({ info }: Portfolio, hidden: readonly SectionId[]): Record<string, string> {
  const omitted: readonly string[] = [
    ...BASICS_KEYS,
    ...AREA_ICONS,
    ...(hasOwnFullName(info) ? [] : ["displayName"]),
    ...(hidden.includes("about") ? ["personalStatement"] : []),
  ];
  const keys = [...INFO_KEYS, ...PAGE_KEYS].filter((key) => !omitted.includes(key));
  return Object.fromEntries(keys.flatMap((key) => (info[key] ? [[key, info[key]]] : [])));
}

function hasOwnFullName({ fullName = "", displayName = "" }: PersonalInfo): boolean {
  return fullName.trim() !== "" && fullName.trim() !== displayName.trim();
}

/** Not part of the public page. */
const AREA_ICONS = ["workspaceFaviconSvg", "adminFaviconSvg"];

function toWork(row: TimelineRow): ResumeWork {
  const { foyer, ...dates } = toDates(row);
  return given({
    name: row.organization,
    position: row.title,
    location: row.location,
    ...dates,
    ...toDescription(row.description),
    keywords: filled(row.skills),
    foyer: whenAny(foyer),
  });
}

function toEducation(row: TimelineRow): ResumeEducation {
  const { foyer, ...dates } = toDates(row);
  const { location, description } = row;
  return given({
    institution: row.organization,
    studyType: row.title,
    url: safeHref(row.organization_link),
    ...dates,
    courses: filled(row.skills),
    foyer: whenAny(given({ location, description, ...foyer })),
  });
}

function toProject(row: ProjectRow): ResumeProject {
  const { summary: description, highlights } = toDescription(row.description);
  return given({
    name: row.name,
    description,
    highlights,
    keywords: filled(row.stack),
    url: safeHref(row.live_link),
    foyer: whenAny(
      given({ code: safeHref(row.github_link), image: row.image_url, imageText: row.image_alt }),
    ),
  });
}

function toSkills({
  name,
  skills,
}: ReturnType<typeof groupSkills<SkillRow>>[number]): ResumeSkills {
  return {
    name,
    keywords: skills.map((skill) => skill.name),
    foyer: { skills: skills.map(({ name, level, icon }) => ({ name, level, icon })) },
  };
}

type SkillRow = Portfolio["skills"][number];

function toDates(row: TimelineRow): { startDate?: string; endDate?: string; foyer: ResumePeriod } {
  const { start_month: start, end_month: end, date_range: text } = row;
  if (!start && !end) {
    const read = text ? parseRange(text) : null;
    return {
      ...read,
      foyer: given({ dateRange: text, textOnly: read ? (true as const) : undefined }),
    };
  }
  const dates = given({ startDate: start?.slice(0, 7), endDate: end?.slice(0, 7) });
  const written = text === formatMonthRange(start, end);
  return { ...dates, foyer: given({ dateRange: written ? undefined : text }) };
}

function toDescription(text: string | null): { summary?: string; highlights?: string[] } {
  const { summary, highlights } = splitBullets(text ?? "");
  return given({ summary, highlights: filled(highlights) });
}

function filled(list: string[] | null): string[] | undefined {
  return list && list.length > 0 ? list : undefined;
}

function whenAny<T extends object>(value: T): T | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}

/** The object without its empty values. */
function given<T extends object>(value: T): Given<T> {
  const entries = Object.entries(value).filter(
    ([, one]) => one !== undefined && one !== null && one !== "",
  );
  return Object.fromEntries(entries) as Given<T>;
}

type Given<T> = {
  [Key in keyof T as Extract<T[Key], undefined | null | ""> extends never ? Key : never]: T[Key];
} & {
  [Key in keyof T as Extract<T[Key], undefined | null | ""> extends never ? never : Key]?: Exclude<
    T[Key],
    undefined | null
  >;
};
