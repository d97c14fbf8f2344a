import { SITE_ROOT, siteAddress } from "../../lib/site-address.ts";
import { DEFAULT_NAME, type PageContent } from "../page-content.ts";
import { useTexts } from "../texts.ts";

interface FooterProps extends Pick<PageContent, "name" | "icon" | "cvFile"> {
  /** The year the page was rendered in. */
  year: number;
}

/** Copyright line and a link to the top. */
export function Footer({ name, icon, cvFile, year }: FooterProps) {
  const texts = useTexts();
  return (
    <footer className="footer">
      <p>
        © <span data-year>{year}</span> {name || DEFAULT_NAME}. {texts.rights}
      </p>
      {(name || cvFile) && (
        <a className="cv-link" href={cvFile ?? CV_ADDRESS}>
          {texts.downloadCv}
        </a>
      )}
      <a className="top" href="#home" title={texts.toTop}>
        {icon ? <img src={icon} alt="" width={24} height={24} loading="lazy" /> : <SiteMark />}
        <span className="sr-only">{texts.toTop}</span>
      </a>
    </footer>
  );
}

// Static hosts serve cv.html; many also as /cv.
const CV_ADDRESS = siteAddress(SITE_ROOT === "/" ? "/cv" : "/cv.html");

function SiteMark() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" data-built-in>
      <path d="M3 21h18M6 21V3h12v18M6 3l8 3v15" />
    </svg>
  );
}
