import { SITE_ROOT, siteAddress } from "../../lib/site-address.ts";
import type { PageContent } from "../page-content.ts";
import { useTexts } from "../texts.ts";

interface CvLinkProps extends Pick<PageContent, "name" | "cvFile"> {
  className: string;
}

/** A link to the owner's PDF or to the generated CV; nothing without a CV. */
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
