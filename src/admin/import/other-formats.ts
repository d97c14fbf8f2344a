import { isRecord, recordOf, textOf } from "../../content/cv/file-values.ts";

export const READABLE = "Choose a JSON Resume, a LinkedIn data export (zip) or an export of Foyer.";

/**
 * The message for a CV in a known format that cannot be imported; null for any other file.
 * @param value the file parsed as JSON or YAML.
 */
export function otherFormat(name: string, text: string, value: unknown): string | null {
  const start = text.slice(0, START_LENGTH);
  const [format, advice] = isRecord(value)
    ? (FORMATS.find(([, , isOne]) => isOne(value)) ?? [])
    : (TEXTS.find(([, , first, names]) => first.test(start) || names?.test(name)) ?? []);
  return format ? `This is ${format}, which can't be imported. ${advice}` : null;
}

/** Number of characters that suffice to detect a format. */
const START_LENGTH = 20_000;

const CONVERT = "Convert it to JSON Resume, and import the result.";
const ZIP = "Choose the whole zip.";

type Item = Record<string, unknown>;

const FORMATS: readonly [format: string, advice: string, isOne: (file: Item) => boolean][] = [
  [
    "a FRESH resume",
    "Convert it to JSON Resume, for example with HackMyResume, and import the result.",
    ({ meta, employment }) =>
      /^fresh/i.test(textOf(recordOf(meta).format)) || "history" in recordOf(employment),
  ],
  [
    "a Reactive Resume",
    `That program writes no JSON Resume itself. ${CONVERT}`,
    ({ data, ...file }) =>
      [recordOf(data), file].some(({ sections, profile, work }) => {
        return isRecord(sections) || "heading" in recordOf(profile) || "items" in recordOf(work);
      }),
  ],
  ["a Europass CV (JSON)", READABLE, (file) => "SkillsPassport" in file],
  ["a RenderCV file", CONVERT, ({ cv }) => isRecord(cv)],
  ["a YAMLResume file", CONVERT, ({ content }) => "basics" in recordOf(content)],
  ["an OpenResume file", CONVERT, ({ resume }) => "workExperiences" in recordOf(resume)],
  ["a Manfred CV (MAC)", CONVERT, (file) => "aboutMe" in file],
  [
    "JSON-LD (schema.org)",
    CONVERT,
    (file) => ["@context", "@graph", "@type"].some((key) => key in file) && !("basics" in file),
  ],
];

const TEXTS: readonly [format: string, advice: string, start: RegExp, names?: RegExp][] = [
  ["a Europass CV (PDF)", READABLE, /^%PDF-[\s\S]*europass/i],
  ["a PDF", READABLE, /^%PDF-/],
  ["a Europass CV (XML)", READABLE, /^\s*<[\s\S]*(?:SkillsPassport|europass)/i],
  ["HR-XML", READABLE, /^\s*<[\s\S]*(?:hr-xml|hropen|<(?:\w+:)?(?:Resume|Candidate)[\s>])/i],
  [
    "one file of a LinkedIn data export",
    ZIP,
    /^"?(?:First Name,Last Name|Company Name,(?:Title|Role)|School Name,)/,
    /^(?:profile|positions|education|skills|languages|projects|certifications)\b.*\.csv$/i,
  ],
  ["a text document", READABLE, /^\\documentclass|^\{\\rtf/, /\.(?:docx?|odt|pages|rtf|tex|md)$/i],
];
