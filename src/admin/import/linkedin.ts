import type { AnyField, KindName } from "../../../shared/content/kind.ts";
import { fromKinds, kinds } from "../../../shared/content/kinds.ts";
import type { IconIndex } from "../../../shared/icon-files.ts";
import type { CvContent, CvEntry } from "../../content/cv/cv-content.ts";
import { type DateReading, toPeriod } from "../../content/cv/cv-dates.ts";
import { onlyDate, readEntry, webAddress } from "../../content/cv/cv-entry.ts";
import { toBio, toLink, toSkill } from "../../content/cv/from-resume.ts";

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
  "PhoneNumbers.csv",
  "Recommendations_Received.csv",
  "Courses.csv",
  "Organizations.csv",
  "Patents.csv",
  "TestScores.csv",
] as const;

export type LinkedInFile = (typeof LINKEDIN_FILES)[number];

/**
 * Reads the rows of a LinkedIn data export. Columns that are missing count as empty.
 * @param icons those to choose from for skills and websites, besides the specified ones.
 * @param dates how dates are read; receives which were not clear.
 */
export function fromLinkedIn(
  files: Partial<Record<LinkedInFile, CsvRow[]>>,
  icons: IconIndex = [],
  dates?: DateReading,
): CvContent {
  const rows = (name: LinkedInFile) => files[name] ?? [];
  const entries = <Name extends KindName>(name: Name, file: LinkedInFile) =>
    rows(file).map((row) => toEntry(name, row, dates));
  const skills = rows("Skills.csv").map((row) => toSkill(value(row, "Name"), icons));
  return {
    ...(fromKinds(() => []) as Pick<CvContent, KindName>),
    ...toPerson(rows("Profile.csv")[0] ?? {}, files, icons),
    experience: entries("experience", "Positions.csv"),
    education: rows("Education.csv").map((row) => toEducation(row, dates)),
    volunteering: rows("Volunteering.csv").map((row) => {
      const entry = toEntry("volunteering", row, dates);
      const cause = value(row, "Cause") && `Cause: ${value(row, "Cause")}`;
      return { ...entry, description: lines(entry.description, cause) };
    }),
    certificates: entries("certificates", "Certifications.csv"),
    awards: entries("awards", "Honors.csv"),
    publications: entries("publications", "Publications.csv"),
    languages: entries("languages", "Languages.csv"),
    recommendations: rows("Recommendations_Received.csv").map((row) => ({
      ...toEntry("recommendations", row),
      title: nameOf(row),
      organization:
        lines(value(row, "Job Title"), value(row, "Company"))?.replace("\n", ", ") ?? null,
    })),
    projects: entries("projects", "Projects.csv"),
    skills,
    omitted: countOmitted(files),
  };
}

function countOmitted(files: Files): Record<string, number> {
  const parts = (["Courses", "Organizations", "Patents", "TestScores"] as const).map((part) => {
    return [part, files[`${part}.csv`]?.length ?? 0] as const;
  });
  return Object.fromEntries(parts.filter(([, count]) => count > 0));
}

type Files = Partial<Record<LinkedInFile, CsvRow[]>>;

function toPerson(
  profile: CsvRow,
  files: Files,
  icons: IconIndex,
): Pick<CvContent, "info" | "social_links" | "notes"> {
  const addresses = files["Email Addresses.csv"] ?? [];
  const [email = "", ...emails] = addresses
    .toSorted((a, b) => Number(b.Primary === "Yes") - Number(a.Primary === "Yes"))
    .map((row) => value(row, "Email Address"));
  const [phone = "", ...phones] = (files["PhoneNumbers.csv"] ?? []).flatMap((row) => {
    const number = [value(row, "Extension"), value(row, "Number")].filter(Boolean).join(" ");
    return number ? [number] : [];
  });
  const info = {
    displayName: nameOf(profile),
    tagline: value(profile, "Headline"),
    location: value(profile, "Geo Location"),
    bio: toBio(value(profile, "Summary")),
    email,
    phone,
    postalAddress:
      lines(value(profile, "Address"), value(profile, "Zip Code"))?.replace("\n", ", ") ?? "",
  };
  const handles = value(profile, "Twitter Handles").match(/\w+/g) ?? [];
  return {
    info: Object.fromEntries(Object.entries(info).filter(([, text]) => text !== "")),
    social_links: [
      ...websitesOf(value(profile, "Websites"), icons),
      ...handles.map((username) => ({
        ...toLink("X", `https://x.com/${username}`, icons),
        username,
      })),
    ],
    notes: [
      ...phones.map((one) => `The phone number ${one}, as your site has one.`),
      ...emails.map((one) => `The email address ${one}, as your site has one.`),
      ...unusedIn(files),
    ],
  };
}

/** What the columns without a place on the site have. */
function unusedIn(files: Files): string[] {
  return UNUSED.flatMap(([file, column]) => {
    const texts = (files[file] ?? []).map((row) => value(row, column)).filter(Boolean);
    const all = [...new Set(texts)].join(", ");
    return all ? [`${column} (${file}): ${all}, for which your site has no place.`] : [];
  });
}

const UNUSED = [
  ["Profile.csv", "Maiden Name"],
  ["Profile.csv", "Birth Date"],
  ["Profile.csv", "Industry"],
  ["Profile.csv", "Instant Messengers"],
  ["PhoneNumbers.csv", "Type"],
  ["Recommendations_Received.csv", "Creation Date"],
  ["Recommendations_Received.csv", "Status"],
] as const;

function nameOf(row: CsvRow): string {
  return [value(row, "First Name"), value(row, "Last Name")].join(" ").trim();
}

/** The texts that are not empty, a line each; null without any. */
function lines(...texts: (string | null)[]): string | null {
  return texts.filter(Boolean).join("\n") || null;
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

function toEntry<Name extends KindName>(
  name: Name,
  row: CsvRow,
  dates?: DateReading,
): CvEntry<Name> {
  const valueIn = (_column: string, { linkedin = [] }: AnyField) =>
    linkedin.map((header) => value(row, header)).find(Boolean);
  const entry = readEntry(name, valueIn, dates);
  if (!("date_range" in entry)) return entry;
  const [start, end] = DATES.map((headers) => {
    return headers.map((header) => value(row, header)).find(Boolean) ?? "";
  }) as [string, string];
  if (!kinds[name].resumeDate) return { ...entry, ...toPeriod(start, end, dates) };
  return { ...entry, ...onlyDate(toPeriod(start, start, dates)) };
}

/** The columns of the dates that entries begin and end with. */
const DATES = [
  ["Started On", "Start Date", "Issued On", "Published On"],
  ["Finished On", "End Date"],
];

function toEducation(row: CsvRow, dates?: DateReading): CvEntry<"education"> {
  const entry = toEntry("education", row, dates);
  return {
    ...entry,
    title: entry.title || "Studies",
    description: lines(value(row, "Notes"), value(row, "Activities")),
  };
}

function value(row: CsvRow, column: string): string {
  return (row[column] ?? "").replaceAll("\0", "").trim().toWellFormed();
}
