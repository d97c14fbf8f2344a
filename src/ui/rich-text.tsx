import type { SafeHtml } from "../lib/sanitize/html-policy.ts";

/** Renders sanitized HTML. The only place that writes HTML into the page; guarded by `SafeHtml`. */
export function RichText({ html }: { html: SafeHtml }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: only a sanitizer can make a SafeHtml.
  return <div className="rich" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
}
