import type { SafeHref } from "../../lib/safe-url.ts";
import { siteAddress } from "../../lib/site-address.ts";
import { DEFAULT_NAME } from "../page-content.ts";

/** Stands in for the CV where the owner offers a PDF, whose download starts automatically. */
export function CvDownload({ name, file }: { name: string; file: SafeHref }) {
  return (
    <>
      <nav className="hint" aria-label="CV">
        <a href={siteAddress("/")}>Back to the page</a>
      </nav>
      <main>
        <h1 dir="auto">{name || DEFAULT_NAME}</h1>
        <p className="summary">
          The download of the CV starts automatically. If it does not,{" "}
          <a href={file}>download the PDF</a>.
        </p>
      </main>
    </>
  );
}
