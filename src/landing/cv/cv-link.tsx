import { SITE_ROOT, siteAddress } from "../../lib/site-address.ts";
import type { PageContent } from "../page-content.ts";
import { useTexts } from "../texts.ts";

interface CvLinkProps extends Pick<PageContent, "name" | "cvFile"> {
  className: string;
}

/** Leads to the CV, if there is one: the owner's PDF, otherwise the generated one. */
export function CvLink({ name, cvFile, className }: CvLinkProps) {
  const { downloadCv } = useTexts();
  if (!name && !cvFile) return null;
  return (
    <a className={className} href={cvFile ?? CV_ADDRESS}>
      {downloadCv}
    </a>
  );
}

// Static hosts serve cv.html; many also as /cv.
const CV_ADDRESS = siteAddress(SITE_ROOT === "/" ? "/cv" : "/cv.html");
