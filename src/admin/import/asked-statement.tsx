import type { ComponentProps } from "react";
import { toBio } from "../../content/cv/from-resume.ts";
import { INFO_LABELS } from "../../content/portfolio.ts";
import { sanitizeHtmlInBrowser } from "../../lib/sanitize/sanitize-html-browser.ts";
import { TextAreaField } from "../../ui/field.tsx";
import type { PlanItem, SiteContent } from "./plan-item.ts";

export const STATEMENT = "personalStatement";

/** The items, with one for the statement if neither the file nor the site has one. */
export function withStatement(items: PlanItem[], text: string, { info }: SiteContent): PlanItem[] {
  const others = items.filter(({ isAsked }) => !isAsked);
  const stored = info.find(({ key }) => key === STATEMENT);
  if (stored?.value || others.some(({ id }) => id === STATEMENT)) return others;
  const value = sanitizeHtmlInBrowser(toBio(text));
  const asked: PlanItem = {
    id: STATEMENT,
    kind: "info",
    name: INFO_LABELS[STATEMENT],
    status: "added",
    isAsked: true,
    ...{ reason: "", missing: [], preview: [], differences: [] },
    row: value && { key: STATEMENT, value, revision: stored?.revision ?? null },
  };
  return others.toSpliced(others.findLastIndex(({ kind }) => kind === "info") + 1, 0, asked);
}

/** Asks for the statement, which CV files do not have. */
export function AskedStatement(
  props: Pick<ComponentProps<"textarea">, "value" | "disabled" | "onChange">,
) {
  return (
    <TextAreaField
      label={INFO_LABELS[STATEMENT]}
      wrap="max-w-[66ch] py-2"
      hint="Optional. The text of About: what you do, and what you care about. The file has none, and without it About can only repeat facts."
      {...props}
    />
  );
}
