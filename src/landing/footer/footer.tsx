import { CvLink } from "../cv/cv-link.tsx";
import { DEFAULT_NAME, type PageContent } from "../page-content.ts";
import { useTexts } from "../texts.ts";

interface FooterProps extends Pick<PageContent, "name" | "icon" | "cvFile"> {
  /** The year in which the page was rendered. */
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
      <CvLink name={name} cvFile={cvFile} className="cv-link" />
      <a className="top" href="#home" title={texts.toTop}>
        {icon ? <img src={icon} alt="" width={24} height={24} loading="lazy" /> : <SiteMark />}
        <span className="sr-only">{texts.toTop}</span>
      </a>
    </footer>
  );
}

function SiteMark() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" data-built-in>
      <path d="M3 21h18M6 21V3h12v18M6 3l8 3v15" />
    </svg>
  );
}
