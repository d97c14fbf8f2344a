import { type SafeHref, safeHref } from "../../lib/safe-url.ts";
import { siteAddress } from "../../lib/site-address.ts";
import type { PersonalInfo } from "../portfolio.ts";

/** The value of `cvDownload` that offers the uploaded PDF. */
export const OFFERS_FILE = "file";

/**
 * The URL of the PDF that "Download CV" downloads, named after its owner; null for the generated
 * CV, and if the stored URL is not that of an uploaded CV.
 */
export function offeredCv(info: PersonalInfo, name: string): SafeHref | null {
  const { cvFile = "", cvDownload } = info;
  if (cvDownload !== OFFERS_FILE || cvFilePath(cvFile) === null) return null;
  const address = cvFile.startsWith("/") ? (siteAddress(cvFile) as SafeHref) : safeHref(cvFile);
  const file = [name.trim(), "CV.pdf"].filter(Boolean).join(" ");
  return address && (`${address}?download=${encodeURIComponent(file.toWellFormed())}` as SafeHref);
}

/**
 * The path of an uploaded CV in the bucket of public files, from its URL; null for any other URL.
 */
export function cvFilePath(address: string): string | null {
  return CV_ADDRESS.exec(address)?.[1] ?? null;
}

const CV_ADDRESS =
  /^(?:https?:\/\/[^\s/\\?#]+)?\/(?:\w[\w./-]*\/)?object\/public\/profile-pictures\/(public\/cv-\d+\.pdf)$/;
