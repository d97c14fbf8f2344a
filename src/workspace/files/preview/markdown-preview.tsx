import { Marked } from "marked";
import { useMemo, useState } from "react";
import { parseMarkdown } from "../../../editor/markdown.ts";
import type { SafeHtml } from "../../../lib/sanitize/html-policy.ts";
import { sanitizeDocumentInBrowser } from "../../../lib/sanitize/sanitize-document-browser.ts";
import { RichText } from "../../../ui/rich-text.tsx";
import type { TextProps } from "./loaded.tsx";
import { MoreButton } from "./more-button.tsx";
import { PlainText } from "./plain-text.tsx";

/** A Markdown file as a document. Pictures of other sites are loaded only on request. */
export function MarkdownPreview({ text }: Pick<TextProps, "text">) {
  const [pictures, setPictures] = useState(false);
  const html = useMemo(
    () => parseMarkdown(parser, text.replace(FRONT_MATTER, "```yaml\n$1\n```\n")),
    [text],
  );
  if (html === null) return <PlainText text={text} />;
  const shown: SafeHtml = sanitizeDocumentInBrowser(html, pictures);
  return (
    <div className="mx-auto max-w-[46rem] p-5 sm:p-8">
      {!pictures && /<img\s[^>]*src="https?:/.test(html) && (
        <p className="mb-5 flex flex-wrap items-center gap-3 text-small text-soft">
          Pictures from other sites are not loaded.
          <MoreButton onClick={() => setPictures(true)}>Show pictures</MoreButton>
        </p>
      )}
      <div dir="auto" className="document">
        <RichText html={shown} />
      </div>
    </div>
  );
}

const parser = new Marked();

const FRONT_MATTER = /^---\n([\s\S]{0,10000}?)\n---\n/;
