import type { KindName } from "../../../shared/content/kind.ts";
import { fromKinds } from "../../../shared/content/kinds.ts";
import type { IconIndex } from "../../../shared/icon-files.ts";
import type { CvContent, CvEntry } from "../../content/cv/cv-content.ts";
import { toPeriod } from "../../content/cv/cv-dates.ts";
import { onlyDate, readEntry, webAddress } from "../../content/cv/cv-entry.ts";
import { toLink, toSkill } from "../../content/cv/from-resume.ts";
import { paragraphs } from "../../lib/plain-text.ts";

/** A row of a CSV file by its column names. */
export type CsvRow = Partial<Record<string, string>>;

/** The files of a LinkedIn data export that are read. */
export const LINKEDIN_FILES = [
  "Profile.csv",
  "Positions.csv",
  "Education.csv",
  "Skills.csv",
  "Projects.csv",
  "Email Addresses.csv",
  "Certifications.csv",
  "Volunteering.csv",
  "Languages.csv",
  "Honors.csv",
  "Publications.csv",
] as const;

export type LinkedInFile = (typeof LINKEDIN_FILES)[number];

/**
 * Reads the rows of a LinkedIn data export. Columns that are missing count as empty.
 * @param icons those to choose from for skills and websites, besides the specified ones.
 */
export function fromLinkedIn(
  files: Partial<Record<LinkedInFile, CsvRow[]>>,
  icons: IconIndex = [],
): CvContent {
  const rows = (name: LinkedInFile) => files[name] ?? [];
  const skills = rows("Skills.csv").map((row) => toSkill(value(row, "Name"), icons));
  return {
    ...(fromKinds(() => []) as Pick<CvContent, KindName>),
    ...toPerson(rows("Profile.csv")[0] ?? {}, rows("Email Addresses.csv"), icons),
    experience: rows("Positions.csv").map((row) => toPeriodEntry("experience", row)),
    education: rows("Education.csv").map(toEducation),
    volunteering: rows("Volunteering.csv").map((row) => toPeriodEntry("volunteering", row)),
    certificates: rows("Certifications.csv").map((row) =>
      toDated("certificates", row, "Started On"),
    ),
    awards: rows("Honors.csv").map((row) => toDated("awards", row, "Issued On")),
    publications: rows("Publications.csv").map((row) =>
      toDated("publications", row, "Published On"),
    ),
    languages: rows("Languages.csv").map((row) => toEntry("languages", row)),
    projects: rows("Projects.csv").map((row) => toEntry("projects", row)),
    skills,
    omitted: {},
  };
}

function toPerson(
  profile: CsvRow,
  addresses: CsvRow[],
  icons: IconIndex,
): Pick<CvContent, "info" | "social_links"> {
  const name = [profile["First Name"], profile["Last Name"]].join(" ").trim();
  const address = addresses.find((row) => row.Primary === "Yes") ?? addresses[0];
  const info = {
    displayName: name,
    tagline: value(profile, "Headline"),
    location: value(profile, "Geo Location"),
    bio: paragraphs(value(profile, "Summary")),
    email: address ? value(address, "Email Address") : "",
  };
  return {
    info: Object.fromEntries(Object.entries(info).filter(([, text]) => text !== "")),
    social_links: websitesOf(value(profile, "Websites"), icons),
  };
}

// Such as `[PERSONAL:https://ada.example,PORTFOLIO:https://ada.example/work]`.
function websitesOf(text: string, icons: IconIndex): CvContent["social_links"] {
  return [...text.matchAll(/([A-Z_ ]+):((?:https?:\/\/)?[^\s,\]]+)/g)].map(([, kind, address]) => {
    const name = NAMES[kind?.trim() ?? ""];
    const link = toLink(name ?? "", webAddress(address ?? ""), icons);
    return name || link.icon_key ? link : { ...link, name: "Website" };
  });
}

const NAMES: Record<string, string | undefined> = { BLOG: "Blog", PORTFOLIO: "Portfolio" };

function toEntry<Name extends KindName>(name: Name, row: CsvRow): CvEntry<Name> {
  return readEntry(name, (_column, { linkedin = [] }) =>
    linkedin.map((header) => value(row, header)).find(Boolean),
  );
}

function toEducation(row: CsvRow): CvEntry<"education"> {
  const entry = toEntry("education", row);
  const notes = [value(row, "Notes"), value(row, "Activities")].filter(Boolean);
  return {
    ...entry,
    title: entry.title || "Studies",
    ...toPeriod(value(row, "Start Date"), value(row, "End Date")),
    description: notes.join("\n") || null,
  };
}

function toPeriodEntry<Name extends "experience" | "volunteering">(
  name: Name,
  row: CsvRow,
): CvEntry<Name> {
  const period = toPeriod(value(row, "Started On"), value(row, "Finished On"));
  return { ...toEntry(name, row), ...period };
}

function toDated<Name extends "certificates" | "awards" | "publications">(
  name: Name,
  row: CsvRow,
  column: string,
): CvEntry<Name> {
  const date = value(row, column);
  return { ...toEntry(name, row), ...onlyDate(toPeriod(date, date)) };
}

function value(row: CsvRow, column: string): string {
  return (row[column] ?? "").replaceAll("\0", "").trim().toWellFormed();
}
