import { KIND_NAMES } from "../../../shared/content/kinds.ts";
import type { IconIndex } from "../../../shared/icon-files.ts";
import type { CvContent } from "../../content/cv/cv-content.ts";
import { createReading, type DateOptions, type DateReading } from "../../content/cv/cv-dates.ts";
import { recordOf, textOf } from "../../content/cv/file-values.ts";
import { fromResume, isResume } from "../../content/cv/from-resume.ts";
import { guessLanguage } from "../../content/cv/guess-language.ts";
import { fromOwnExport, isOwnExport } from "../../content/cv/own-export.ts";
import { formatExcess, formatSize } from "../../lib/file-size.ts";
import { decodeText } from "../../lib/files/decode-text.ts";
import { UnreadableFile } from "../../lib/files/unreadable-file.ts";
import { formatCount } from "../../lib/format.ts";
import { plainText } from "../../lib/plain-text.ts";
import { loadIconIndex } from "../../ui/icons/icon-library.ts";
import { CV_FILE_MAX_BYTES, CV_MAX_ENTRIES, CV_ZIP_MAX_BYTES } from "./limits.ts";
import { fromLinkedIn } from "./linkedin.ts";
import { readLinkedInZip } from "./linkedin-zip.ts";
import { otherFormat, READABLE } from "./other-formats.ts";

export interface CvFile {
  /** The detected format. */
  kind: "JSON Resume" | "LinkedIn export" | "Foyer export";
  content: CvContent;
  dates: DateReading;
  /** Reads the file again with the owner's decisions about its dates. */
  readDates: (options: DateOptions) => CvFile;
}

/** Reads the content of a file whose dates may be ambiguous. */
type ReadContent = (dates: DateReading) => CvContent;

interface ReadOptions {
  signal: AbortSignal;
  onProgress: (part: number) => void;
}

/**
 * Reads a CV file in the browser.
 * @param onProgress receives the fraction that was read, from 0 to 1.
 * @throws {UnreadableFile} when the file is too large or in none of the three formats.
 */
export async function readCvFile(file: File, { signal, onProgress }: ReadOptions): Promise<CvFile> {
  const isZip = new Uint8Array(await file.slice(0, 2).arrayBuffer()).join() === "80,75";
  const most = isZip ? CV_ZIP_MAX_BYTES : CV_FILE_MAX_BYTES;
  if (file.size > most) {
    throw new UnreadableFile(
      `This file has ${formatExcess(file.size)}. ${isZip ? "A LinkedIn export" : "A CV file"} may have at most ${formatSize(most)}.`,
    );
  }
  // If the icon list cannot be loaded, only the built-in icons are matched.
  const icons = await loadIconIndex().catch(() => []);
  const read = isZip
    ? await readZip(file, { icons, signal, onProgress })
    : await readStructured(file, icons);
  signal.throwIfAborted();
  const entries = KIND_NAMES.flatMap((kind) => read.content[kind] as object[]).length;
  if (entries > CV_MAX_ENTRIES) {
    throw new UnreadableFile(
      `This file has ${formatCount(entries)} entries. At most ${formatCount(CV_MAX_ENTRIES)} can be imported at once.`,
    );
  }
  return read;
}

async function readZip(
  file: File,
  { icons, ...options }: ReadOptions & { icons: IconIndex },
): Promise<CvFile> {
  const files = await readLinkedInZip(file, options);
  if (!files["Profile.csv"] && !files["Positions.csv"]) {
    throw new UnreadableFile(
      otherFormat(file.name, "", null) ??
        "This zip is not a LinkedIn data export: it has neither Profile.csv nor Positions.csv.",
    );
  }
  return inLikelyOrder("LinkedIn export", (dates) => fromLinkedIn(files, icons, dates));
}

/** Reads JSON or YAML. */
async function readStructured(source: File, icons: IconIndex): Promise<CvFile> {
  const bytes = new Uint8Array(await source.arrayBuffer());
  const text = decodeText(bytes);
  const value = text === null ? null : await parse(text);
  const other = otherFormat(source.name, text ?? new TextDecoder("latin1").decode(bytes), value);
  if (other) throw new UnreadableFile(other);
  const file = recordOf(value);
  if (isOwnExport(file)) {
    if (file.version !== 1) {
      throw new UnreadableFile("This export was made by a newer Foyer. Update this site first.");
    }
    return inLikelyOrder("Foyer export", () => fromOwnExport(file));
  }
  try {
    if (isResume(file)) {
      return inLikelyOrder("JSON Resume", (dates) => fromResume(file, icons, dates));
    }
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableFile("This file is nested too deeply.");
    throw error;
  }
  const isJson = text !== null && value === null && /^\s*\{/.test(text);
  const place = isJson && (await mistakeIn(text));
  throw new UnreadableFile(
    place ? `This file is not valid JSON. The first mistake is in ${place}.` : UNKNOWN_KIND,
  );
}

/** Reads with the order of day and month that the file proves, or else the browser's. */
function inLikelyOrder(kind: CvFile["kind"], read: ReadContent): CvFile {
  const readDates = (options: DateOptions): CvFile => {
    const dates = createReading(options);
    const content = read(dates);
    return { kind, content: content.isOwn ? content : inItsLanguage(content), dates, readDates };
  };
  const file = readDates({ dayFirst: globalThis.navigator?.language !== "en-US" });
  const { isAmbiguous, shown, dayFirst } = file.dates;
  return isAmbiguous && shown !== null && shown !== dayFirst
    ? readDates({ dayFirst: shown })
    : file;
}

function inItsLanguage({ info, ...content }: CvContent): CvContent {
  const entries = KIND_NAMES.flatMap((kind) => content[kind] as object[]);
  const texts = [info, ...entries].flatMap((one) => Object.values(one).map(textOf));
  const pageLanguage = guessLanguage(texts.map(plainText));
  return { ...content, info: { ...info, ...(pageLanguage && { pageLanguage }) } };
}

/** Parses JSON or YAML; null for any other text. */
async function parse(text: string): Promise<unknown> {
  if (text.trim() === "") throw new UnreadableFile("This file is empty.");
  try {
    return JSON.parse(text);
  } catch {
    if (!YAML.test(text)) return null;
  }
  const { parseDocument } = await import("yaml");
  // Keeps numbers and dates as written.
  const document = parseDocument(text, { schema: "failsafe", customTags: ["null", "bool"] });
  const [mistake] = document.errors;
  if (!mistake) return document.toJS();
  const line = mistake.linePos?.[0].line ?? 1;
  throw new UnreadableFile(`This file is not valid YAML. The first mistake is in line ${line}.`);
}

/** Matches a YAML mapping, whose keys begin in the first column. */
const YAML = /^(?:\ufeff|%YAML.*\n|---.*\n|#.*\n|\s*\n)*[$\w-]+:(?:\s|$)/;

/** The position of the first error in JSON, which not every browser reports. */
async function mistakeIn(text: string): Promise<string | null> {
  const { visit } = await import("jsonc-parser");
  let place: string | null = null;
  const onError = (_code: number, _offset: number, _length: number, line: number, at: number) => {
    place ??= `line ${line + 1}, column ${at + 1}`;
  };
  visit(text, { onError }, { disallowComments: true });
  return place;
}

const UNKNOWN_KIND = `This is not a CV that can be imported. ${READABLE}`;
