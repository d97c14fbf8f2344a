import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import cpp from "highlight.js/lib/languages/cpp";
import css from "highlight.js/lib/languages/css";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { useMemo } from "react";
import { sanitizeDocumentInBrowser } from "../../../lib/sanitize/sanitize-document-browser.ts";
import { RichText } from "../../../ui/rich-text.tsx";
import type { CodeLanguage } from "../file-kind.ts";
import type { TextProps } from "./text-preview.tsx";

const languages: Record<CodeLanguage, Parameters<typeof hljs.registerLanguage>[1]> = {
  bash,
  cpp,
  css,
  go,
  ini,
  java,
  javascript,
  json,
  php,
  python,
  ruby,
  rust,
  sql,
  typescript,
  xml,
  yaml,
};

for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/** Code in colors, by classes only. */
export function CodePreview({ text, format }: TextProps) {
  const html = useMemo(() => {
    const { value } = hljs.highlight(text, { language: format, ignoreIllegals: true });
    return sanitizeDocumentInBrowser(`<pre>${value}</pre>`);
  }, [text, format]);
  return (
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keys.
      tabIndex={0}
      className="min-h-full p-5 font-mono text-small [&_pre]:whitespace-pre-wrap [&_pre]:[overflow-wrap:anywhere]"
    >
      <RichText html={html} />
    </div>
  );
}
