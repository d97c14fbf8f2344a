import { KIND_NAMES } from "../../../shared/content/kinds.ts";
import type { IconIndex } from "../../../shared/icon-files.ts";
import type { CvContent } from "../../content/cv/cv-content.ts";
import { createReading, type DateReading } from "../../content/cv/cv-dates.ts";
import { recordOf } from "../../content/cv/file-values.ts";
import { fromResume, isResume } from "../../content/cv/from-resume.ts";
import { fromOwnExport, isOwnExport } from "../../content/cv/own-export.ts";
import { formatSize } from "../../lib/file-size.ts";
import { decodeText } from "../../lib/files/decode-text.ts";
import { UnreadableFile } from "../../lib/files/unreadable-file.ts";
import { formatCount } from "../../lib/format.ts";
import { loadIconIndex } from "../../ui/icons/icon-library.ts";
import { CV_FILE_MAX_BYTES, CV_MAX_ENTRIES, CV_ZIP_MAX_BYTES } from "./limits.ts";
import { fromLinkedIn } from "./linkedin.ts";
import { readLinkedInZip } from "./linkedin-zip.ts";

export interface CvFile {
  /** What the file was recognized as. */
  kind: "JSON Resume" | "LinkedIn export" | "Foyer export";
  content: CvContent;
  dates: DateReading;
  /** The same file with dates such as "01/02/2019" read in the other order. */
  readDates: (dayFirst: boolean) => CvFile;
}

/** Reads the content of a file whose dates may be ambiguous. */
type ReadContent = (dates: DateReading) => CvContent;

interface ReadOptions {
  signal: AbortSignal;
  onProgress: (part: number) => void;
}

/**
 * Reads a CV file in the browser.
 * @param onProgress receives the part that was read, from 0 to 1.
 * @throws {UnreadableFile} for a file that is too large or not one of the three kinds.
 */
export async function readCvFile(file: File, { signal, onProgress }: ReadOptions): Promise<CvFile> {
  const isZip = new Uint8Array(await file.slice(0, 2).arrayBuffer()).join() === "80,75";
  const most = isZip ? CV_ZIP_MAX_BYTES : CV_FILE_MAX_BYTES;
  if (file.size > most) {
    throw new UnreadableFile(
      `This file has ${formatSize(file.size)}. ${isZip ? "A LinkedIn export" : "A CV file"} may have at most ${formatSize(most)}.`,
    );
  }
  // Without the list, the specified icons are still found.
  const icons = await loadIconIndex().catch(() => []);
  const read = isZip
    ? await readZip(file, { icons, signal, onProgress })
    : await readJson(await readText(file), icons);
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
      "This zip is not a LinkedIn data export: it has neither Profile.csv nor Positions.csv.",
    );
  }
  return inLikelyOrder("LinkedIn export", (dates) => fromLinkedIn(files, icons, dates));
}

async function readText(file: File): Promise<string> {
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (text !== null) return text;
  throw new UnreadableFile(UNKNOWN_KIND);
}

async function readJson(text: string, icons: IconIndex): Promise<CvFile> {
  const file = recordOf(await parse(text));
  if (isOwnExport(file)) {
    if (file.version !== 1) {
      throw new UnreadableFile("This export was made by a newer Foyer. Update this site first.");
    }
    return inLikelyOrder("Foyer export", () => fromOwnExport(file));
  }
  if (!isResume(file)) throw new UnreadableFile(UNKNOWN_KIND);
  return inLikelyOrder("JSON Resume", (dates) => fromResume(file, icons, dates));
}

/** The order of day and month that another date of the file shows, otherwise that of the browser. */
function inLikelyOrder(kind: CvFile["kind"], read: ReadContent): CvFile {
  const readDates = (dayFirst: boolean): CvFile => {
    const dates = createReading(dayFirst);
    return { kind, content: read(dates), dates, readDates };
  };
  const file = readDates(globalThis.navigator?.language !== "en-US");
  const { isAmbiguous, shown, dayFirst } = file.dates;
  return isAmbiguous && shown !== null && shown !== dayFirst ? readDates(shown) : file;
}

async function parse(text: string): Promise<unknown> {
  const start = text.trimStart().slice(0, 200);
  if (start === "") throw new UnreadableFile("This file is empty.");
  if (start.startsWith("%PDF-")) {
    throw new UnreadableFile(`This is a PDF, which can't be imported. ${READABLE}`);
  }
  if (/^(---\s|(basics|work|education|\$schema):)/.test(start)) {
    throw new UnreadableFile("This is YAML. Convert it to JSON, and import the JSON file.");
  }
  try {
    return JSON.parse(text);
  } catch {
    const place = start.startsWith("{") && (await mistakeIn(text));
    throw new UnreadableFile(
      place ? `This file is not valid JSON. The first mistake is in ${place}.` : UNKNOWN_KIND,
    );
  }
}

/** The first place where JSON is wrong; browsers do not always say it. */
async function mistakeIn(text: string): Promise<string | null> {
  const { visit } = await import("jsonc-parser");
  let place: string | null = null;
  const onError = (_code: number, _offset: number, _length: number, line: number, at: number) => {
    place ??= `line ${line + 1}, column ${at + 1}`;
  };
  visit(text, { onError }, { disallowComments: true });
  return place;
}

const READABLE = "Choose a JSON Resume, a LinkedIn data export (zip) or an export of Foyer.";

const UNKNOWN_KIND = `This is not a CV that can be imported. ${READABLE}`;
