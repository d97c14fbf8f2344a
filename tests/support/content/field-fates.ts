import { formatMonthRange } from "../../../shared/month-range.ts";
import type { CsvRow, LinkedInFile } from "../../../src/admin/import/linkedin.ts";
import {
  emptySite,
  importInto,
  readAsVisitor,
} from "../../../src/admin/import/stored-import.fixture.ts";
import type { CvContent } from "../../../src/content/cv/cv-content.ts";
import { renderResume } from "../../../src/landing/prerender.tsx";

/** The result of importing a field of a file. */
export interface FieldFate {
  /** Path of the field, such as `work[].name`. */
  field: string;
  /**
   * "given back" in the same field of `/resume.json`, in another one ("moved"), stored for the
   * owner only ("private"), mentioned in the review ("named"), or "lost".
   */
  fate: "given back" | "moved" | "private" | "named" | "lost";
}

/** A field with its value in a file; a date is a month such as "2021-03". */
export type GivenField = [field: string, value: string];

const config = {
  supabaseUrl: "https://site.example",
  publishableKey: "key",
  publicUrl: "https://site.example",
  embedded: true,
};

/** Imports the fields of a file into an empty site, and follows them to the exports. */
export async function followFields(
  content: CvContent,
  fields: readonly GivenField[],
): Promise<FieldFate[]> {
  const { site, plan } = importInto(emptySite(), content);
  const portfolio = await readAsVisitor(site);
  const given = JSON.parse(renderResume({ portfolio, config }));
  const named = [
    ...content.notes,
    ...plan.items.flatMap(({ reason, missing }) => [reason, ...missing]),
  ];
  return fields.map(([field, value]) => {
    const has = (texts: string[]) =>
      texts.some((text) => text.includes(value) || text.includes(asShown(value)));
    return {
      field,
      fate: has(valuesAt(given, field))
        ? "given back"
        : has(textsIn(given))
          ? "moved"
          : has(textsIn(site))
            ? "private"
            : has(named)
              ? "named"
              : "lost",
    };
  });
}

/** A JSON Resume with these fields, one entry in each list. */
export function resumeWith(fields: readonly GivenField[]): Record<string, unknown> {
  const file: Record<string, unknown> = {};
  for (const [field, value] of fields) {
    const keys = field.split(".");
    let place: Record<string, unknown> = file;
    for (const [index, part] of keys.entries()) {
      const key = part.replace("[]", "");
      const isLast = index === keys.length - 1;
      if (isLast) place[key] = part.endsWith("[]") ? [value] : value;
      else if (part.endsWith("[]")) {
        place[key] ??= [{}];
        place = (place[key] as Record<string, unknown>[])[0] ?? {};
      } else {
        place[key] ??= {};
        place = place[key] as Record<string, unknown>;
      }
    }
  }
  return file;
}

/** The fields of a JSON schema, such as `work[].highlights[]`. */
export function fieldsOfSchema(schema: Schema, path = ""): string[] {
  if (schema.properties) {
    const prefix = path && `${path}.`;
    return Object.entries(schema.properties).flatMap(([key, one]) =>
      fieldsOfSchema(one, `${prefix}${key}`),
    );
  }
  return schema.type === "array" && schema.items
    ? fieldsOfSchema(schema.items, `${path}[]`)
    : [path];
}

export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** Columns of LinkedIn's files that describe a person's work. */
export const LINKEDIN_COLUMNS: Record<string, string> = {
  Profile:
    "First Name,Last Name,Maiden Name,Address,Birth Date,Headline,Summary,Industry,Zip Code,Geo Location,Twitter Handles,Websites,Instant Messengers",
  "Email Addresses": "Email Address",
  PhoneNumbers: "Extension,Number,Type",
  Positions: "Company Name,Title,Description,Location,Started On,Finished On",
  Education: "School Name,Start Date,End Date,Notes,Degree Name,Activities",
  Skills: "Name",
  Projects: "Title,Description,Url,Started On,Finished On",
  Certifications: "Name,Url,Authority,Started On,Finished On,License Number",
  Volunteering: "Company Name,Role,Cause,Started On,Finished On,Description",
  Honors: "Title,Description,Issued On",
  Publications: "Name,Published On,Description,Publisher,Url",
  Languages: "Name,Proficiency",
  Recommendations_Received: "First Name,Last Name,Company,Job Title,Text,Creation Date,Status",
  Courses: "Name,Number",
  Organizations: "Name,Position,Description,Started On,Finished On",
  Patents: "Title,Number,Description,Url",
  TestScores: "Name,Score,Description,Date",
};

/** The rows of a LinkedIn export with these fields, such as `Positions.Title`. */
export function linkedInWith(
  fields: readonly GivenField[],
): Partial<Record<LinkedInFile, CsvRow[]>> {
  const files: Record<string, CsvRow[]> = {};
  for (const [field, value] of fields) {
    const [file = "", column = ""] = field.split(".");
    files[`${file}.csv`] ??= [{}];
    const [row] = files[`${file}.csv`] ?? [];
    if (row) row[column] = column === "Websites" ? `[PERSONAL:${value}]` : value;
  }
  return files;
}

/** The values at a path of a file. */
function valuesAt(file: unknown, path: string): string[] {
  let found = [file];
  for (const key of path.replaceAll("[]", "").split(".")) {
    found = found
      .flatMap((one) => (Array.isArray(one) ? one : [one]))
      .flatMap((one) => (one as Record<string, unknown> | null)?.[key] ?? []);
  }
  return textsIn(found);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}

function asShown(value: string): string {
  if (/^\d{4}-\d\d$/.test(value)) return formatMonthRange(null, `${value}-01`);
  return value.replace(/^https?:\/\/|\/$/g, "");
}
