import { Unzip, UnzipInflate } from "fflate";
import Papa from "papaparse";
import { formatSize } from "../../lib/file-size.ts";
import { UnreadableFile } from "../../lib/files/unreadable-file.ts";
import { CSV_MAX_BYTES, CV_ZIP_MAX_FILES } from "./limits.ts";
import { type CsvRow, LINKEDIN_FILES, type LinkedInFile } from "./linkedin.ts";

/** Bytes passed to the decompressor at once, which unpack to at most 17 MB. */
const PIECE = 16 * 1024;

/**
 * Unpacks and parses the CSV files of a LinkedIn data export. All other files are skipped without
 * unpacking.
 * @throws {UnreadableFile} when the zip is damaged or encrypted, or unpacks to too many bytes.
 */
export async function readLinkedInZip(
  zip: Blob,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<Partial<Record<LinkedInFile, CsvRow[]>>> {
  const texts = new Map<LinkedInFile, Uint8Array[]>();
  const unzip = new Unzip();
  unzip.register(UnzipInflate);
  let files = 0;
  unzip.onfile = (file) => {
    files += 1;
    if (files > CV_ZIP_MAX_FILES) throw new UnreadableFile("This zip has too many files.");
    const name = LINKEDIN_FILES.find((one) => one === file.name.split("/").pop());
    if (!name || texts.has(name)) return;
    const pieces: Uint8Array[] = [];
    texts.set(name, pieces);
    let size = 0;
    file.ondata = (error, piece) => {
      if (error) throw error;
      size += piece.byteLength;
      if (size > CSV_MAX_BYTES) {
        throw new UnreadableFile(
          `${name} in this zip is larger than ${formatSize(CSV_MAX_BYTES)}. Nothing was imported.`,
        );
      }
      pieces.push(piece);
    };
    file.start();
  };
  try {
    for (let from = 0; from < zip.size; from += PIECE) {
      const piece = await zip.slice(from, from + PIECE).arrayBuffer();
      signal.throwIfAborted();
      unzip.push(new Uint8Array(piece), from + PIECE >= zip.size);
      onProgress(Math.min(1, (from + PIECE) / zip.size));
    }
  } catch (error) {
    if (error instanceof UnreadableFile || signal.aborted) throw error;
    throw new UnreadableFile("This zip is damaged or encrypted and could not be unpacked.");
  }
  const parsed = [...texts].map(([name, pieces]) => [name, parse(name, pieces)] as const);
  return Object.fromEntries(parsed);
}

function parse(name: LinkedInFile, pieces: Uint8Array[]): CsvRow[] {
  const { data } = Papa.parse<CsvRow>(decode(name, pieces), {
    header: true,
    skipEmptyLines: "greedy",
    transformHeader: (header) => header.trim(),
  });
  return data;
}

function decode(name: LinkedInFile, pieces: Uint8Array[]): string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    const text = pieces.map((piece) => decoder.decode(piece, { stream: true })).join("");
    return text + decoder.decode();
  } catch {
    throw new UnreadableFile(`${name} in this zip is not encoded in UTF-8.`);
  }
}
