import type { AnyField, KindName } from "../../../shared/content/kind.ts";
import { fromKinds, kinds } from "../../../shared/content/kinds.ts";
import type { IconIndex } from "../../../shared/icon-files.ts";
import type { CvContent, CvEntry } from "../../content/cv/cv-content.ts";
import { type DateReading, toPeriod } from "../../content/cv/cv-dates.ts";
import { onlyDate, readEntry, webAddress, withName } from "../../content/cv/cv-entry.ts";
import { leftIn, takeText } from "../../content/cv/file-values.ts";
import { distinctLinks, toBio, toLink } from "../../content/cv/from-resume.ts";
import { toSkill } from "../../content/cv/take-skills.ts";

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
 * Reads the rows of a LinkedIn data export. Missing columns count as empty.
 * @param icons candidates for skills and websites, besides the built-in ones.
 * @param dates how dates are read; also records ambiguous ones.
 */
export function fromLinkedIn(
  original: Files,
  icons: IconIndex = [],
  dates?: DateReading,
): CvContent {
  // Values are removed from this copy as they are read, so that the rest can be listed.
  const files = structuredClone(original);
  const rows = (name: LinkedInFile) => files[name] ?? [];
  const read = <Name extends KindName>(
    name: Name,
    file: LinkedInFile,
    others: (row: CsvRow, entry: CvEntry<Name>) => Partial<CvEntry<Name>> = () => ({}),
  ) =>
    rows(file).flatMap((row, index, all) => {
      const rest = { ...row };
      const entry = takeEntry(name, rest, dates);
      const whole = withName(name, { ...entry, ...others(rest, entry) });
      if (whole) all[index] = rest;
      return whole ?? [];
    });
  const skills = rows("Skills.csv").map((row) => toSkill(takeText(row, "Name"), icons));
  const notes: string[] = [];
  const { info, social_links } = takePerson(rows("Profile.csv")[0] ?? {}, files, icons);
  const listed = {
    experience: read("experience", "Positions.csv"),
    education: read("education", "Education.csv", (row) => ({
      description: lines(takeText(row, "Notes"), takeText(row, "Activities")),
    })),
    volunteering: read("volunteering", "Volunteering.csv", (row, { description }) => {
      const cause = takeText(row, "Cause");
      return { description: lines(description, cause && `Cause: ${cause}`) };
    }),
    certificates: read("certificates", "Certifications.csv"),
    awards: read("awards", "Honors.csv"),
    publications: read("publications", "Publications.csv"),
    languages: read("languages", "Languages.csv"),
    recommendations: read("recommendations", "Recommendations_Received.csv", (row) => {
      const isPrivate = !VISIBLE.test(row.Status ?? "");
      if (!isPrivate) delete row.Status;
      const organization = joined(takeText(row, "Job Title"), takeText(row, "Company"));
      return { title: takeName(row), organization, isPrivate };
    }),
    projects: read("projects", "Projects.csv"),
  };
  return {
    ...(fromKinds(() => []) as Pick<CvContent, KindName>),
    ...listed,
    skills: skills.filter(({ name }) => name !== ""),
    info,
    social_links: distinctLinks(social_links, notes),
    notes: [...notes, ...leftIn(files)],
  };
}

/** The status of a visible recommendation, in the languages of exports. */
const VISIBLE = /^(visible|visibile|visível|sichtbar|zichtbaar|)$/i;

type Files = Partial<Record<LinkedInFile, CsvRow[]>>;

function takePerson(
  profile: CsvRow,
  files: Files,
  icons: IconIndex,
): Pick<CvContent, "info" | "social_links"> {
  const addresses = files["Email Addresses.csv"] ?? [];
  const mail = addresses.find((row) => row.Primary === "Yes") ?? addresses[0] ?? {};
  for (const row of addresses) for (const column of ABOUT_ADDRESSES) delete row[column];
  const number = files["PhoneNumbers.csv"]?.find((row) => row.Number?.trim()) ?? {};
  const info = {
    displayName: takeName(profile),
    tagline: takeText(profile, "Headline"),
    location: takeText(profile, "Geo Location"),
    bio: toBio(takeText(profile, "Summary")),
    email: takeText(mail, "Email Address"),
    phone: [takeText(number, "Extension"), takeText(number, "Number")].filter(Boolean).join(" "),
    postalAddress: joined(takeText(profile, "Address"), takeText(profile, "Zip Code")),
  };
  const handles = takeText(profile, "Twitter Handles").match(/\w+/g) ?? [];
  return {
    info: Object.fromEntries(Object.entries(info).filter(([, text]) => text !== "")),
    social_links: [
      ...websitesOf(takeText(profile, "Websites"), icons),
      ...handles.map((username) => ({
        ...toLink("X", `https://x.com/${username}`, icons),
        username,
      })),
    ],
  };
}

const ABOUT_ADDRESSES = ["Confirmed", "Primary", "Updated On"];

function takeName(row: CsvRow): string {
  return [takeText(row, "First Name"), takeText(row, "Last Name")].join(" ").trim();
}

function joined(...texts: string[]): string {
  return texts.filter(Boolean).join(", ");
}

/** Joins the non-empty texts by line breaks; null if there are none. */
function lines(...texts: (string | null)[]): string | null {
  return texts.filter(Boolean).join("\n") || null;
}

// Reads links from `[PERSONAL:https://ada.example,PORTFOLIO:https://ada.example/work]`.
function websitesOf(text: string, icons: IconIndex): CvContent["social_links"] {
  return [...text.matchAll(/([A-Z_ ]+):((?:https?:\/\/)?[^\s,\]]+)/g)].map(([, kind, address]) => {
    const name = NAMES[kind?.trim() ?? ""];
    const link = toLink(name ?? "", webAddress(address ?? ""), icons);
    return name || link.icon_key ? link : { ...link, name: "Website" };
  });
}

const NAMES: Record<string, string | undefined> = { BLOG: "Blog", PORTFOLIO: "Portfolio" };

function takeEntry<Name extends KindName>(
  name: Name,
  row: CsvRow,
  dates?: DateReading,
): CvEntry<Name> {
  const valueIn = (_column: string, { linkedin = [] }: AnyField) => takeText(row, ...linkedin);
  const entry = readEntry(name, valueIn, dates);
  if (!("date_range" in entry)) return entry;
  const start = takeText(row, ...STARTS);
  if (kinds[name].resumeDate) return { ...entry, ...onlyDate(toPeriod(start, start, dates)) };
  return { ...entry, ...toPeriod(start, takeText(row, ...ENDS), dates) };
}

/** Columns with start dates and end dates of entries. */
const STARTS = ["Started On", "Start Date", "Issued On", "Published On"];
const ENDS = ["Finished On", "End Date"];
