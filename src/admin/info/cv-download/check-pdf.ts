import { formatExcess, formatSize } from "../../../lib/file-size.ts";

/**
 * Maximum bytes of an uploaded CV, equal to the bucket's limit.
 * @limit content: an uploaded CV (PDF)
 */
export const CV_PDF_MAX_BYTES = 5 * 1024 * 1024;

/** Number of bytes at the end of a file that PDF readers search for the end marker. */
const TAIL_BYTES = 1024;

/**
 * Checks a CV by its content, because names can be wrong.
 * @returns the file with its media type, which some systems do not know.
 * @throws {Error} with a message for the owner.
 */
export async function checkPdf(file: File): Promise<Blob> {
  if (file.size > CV_PDF_MAX_BYTES) {
    throw new Error(
      `“${file.name}” has ${formatExcess(file.size)}. Choose a PDF of at most ${formatSize(CV_PDF_MAX_BYTES)}.`,
    );
  }
  const [head, tail] = await Promise.all([
    file.slice(0, 5).text(),
    file.slice(-TAIL_BYTES).text(),
  ]).catch(() => {
    throw new Error(`“${file.name}” could not be read.`);
  });
  if (head !== "%PDF-") throw new Error(`“${file.name}” is not a PDF.`);
  if (!tail.includes("%%EOF")) {
    throw new Error(`“${file.name}” is damaged: its end is missing. Save it as PDF again.`);
  }
  return new Blob([file], { type: "application/pdf" });
}
