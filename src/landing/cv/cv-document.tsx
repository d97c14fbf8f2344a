import { renderToStaticMarkup } from "react-dom/server";
import type { RenderedPage } from "../../../shared/page.ts";
import { directionOf } from "../../content/texts/direction.ts";
import { escapeHtml } from "../../lib/escape-html.ts";
import type { SafeHref } from "../../lib/safe-url.ts";
import { siteAddress } from "../../lib/site-address.ts";
import { markLanguages } from "../mark-languages.ts";
import { DEFAULT_NAME, type PageContent } from "../page-content.ts";
import { Cv } from "./cv.tsx";
import { isDense } from "./cv-density.ts";
import { cvStyle } from "./cv-style.ts";

/**
 * The whole CV as a document without scripts; if the owner offers a PDF, a document that starts its
 * download.
 * @param pageCss the landing page's styles, which contain the URLs of the font files.
 * @param policy content security policy for the document itself, for hosts that send none.
 */
export function renderCvDocument(
  content: PageContent,
  { publicUrl, pageCss, policy }: { publicUrl: string; pageCss: string; policy: string },
): RenderedPage {
  const { cvFile, texts } = content;
  const style = cvStyle(pageCss, content.look);
  const body = renderToStaticMarkup(
    cvFile ? <CvDownload content={content} file={cvFile} /> : <Cv content={content} />,
  );
  const name = `--name:${cssString(content.fullName || DEFAULT_NAME)}`;
  const html = `<!doctype html>
<html lang="${texts.language}" dir="${directionOf(texts.language)}"${isDense(content) ? ' class="dense"' : ""} style="${escapeHtml(name)}">
<head>
<meta charset="utf-8">
${policy && `<meta http-equiv="content-security-policy" content="${escapeHtml(policy)}">\n`}<meta name="viewport" content="width=device-width,initial-scale=1">
${cvFile ? `<meta http-equiv="refresh" content="0;url=${escapeHtml(cvFile)}">\n` : ""}<title>${escapeHtml(`${content.fullName || DEFAULT_NAME} · ${texts.cv}`)}</title>
${publicUrl && `<link rel="canonical" href="${escapeHtml(publicUrl)}/">\n`}<link rel="icon" href="${siteAddress("/favicon.svg")}" type="image/svg+xml">
<style>${style}</style>
</head>
<body>${markLanguages(body, texts.language)}</body>
</html>
`;
  return { html, inlineScripts: [], inlineStyles: [style] };
}

/** A text as a CSS string. */
function cssString(text: string): string {
  return `"${text.replace(/[\\"\p{Cc}]/gu, (char) => `\\${char.charCodeAt(0).toString(16)} `)}"`;
}

/** The document in place of the CV if the owner offers a PDF; it starts the download. */
function CvDownload({ content, file }: { content: PageContent; file: SafeHref }) {
  const { fullName: name, texts } = content;
  const [before, after] = texts.cvDownload.split("{link}");
  return (
    <>
      <nav className="hint" aria-label={texts.cv}>
        <a href={siteAddress("/")}>{texts.toPage}</a>
      </nav>
      <main>
        <h1>{name || DEFAULT_NAME}</h1>
        <p className="summary">
          {before}
          <a href={file}>{texts.downloadPdf}</a>
          {after}
        </p>
      </main>
    </>
  );
}
