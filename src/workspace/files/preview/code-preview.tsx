import hljs from "highlight.js/lib/common";
import { useMemo } from "react";
import { sanitizeDocumentInBrowser } from "../../../lib/sanitize/sanitize-document-browser.ts";
import { RichText } from "../../../ui/rich-text.tsx";
import type { TextProps } from "./loaded.tsx";

/** Highlighted code; colors come from classes only. */
export function CodePreview({ text, name }: TextProps) {
  const html = useMemo(() => {
    const { value } = hljs.highlight(text, { language: languageOf(name), ignoreIllegals: true });
    return sanitizeDocumentInBrowser(`<pre>${value}</pre>`);
  }, [text, name]);
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

/** The language for a name's extension, which is an alias of most languages. */
function languageOf(name: string): string {
  const end = name.toLowerCase().split(".").at(-1) ?? "";
  if (hljs.getLanguage(end)) return end;
  return { conf: "ini", env: "ini", dockerfile: "bash" }[end] ?? "xml";
}
