import { formatSections, parseSections, type SectionId } from "../../content/sections.ts";
import { en } from "../../content/texts/en.ts";
import type { Row, SiteContent } from "./plan-item.ts";

/** The sections below whose titles the page shows the default subtitles. */
export function defaultSubtitles(site: SiteContent): SectionId[] {
  const { subtitles } = parseSections(storedLayout(site)?.value ?? "");
  return (Object.keys(en.subtitles) as SectionId[]).filter((id) => subtitles[id] === undefined);
}

/** Rows of General Info that leave out these subtitles, and the given rows. */
export function withoutSubtitles(rows: readonly Row[], site: SiteContent): Row[] {
  const stored = storedLayout(site);
  const planned = rows.find(({ key }) => key === "sections");
  const layout = parseSections(`${planned?.value ?? stored?.value ?? ""}`);
  for (const id of defaultSubtitles(site)) layout.subtitles[id] ??= "";
  const row = {
    key: "sections",
    value: formatSections(layout),
    revision: stored?.revision ?? null,
  };
  return [...rows.filter((one) => one !== planned), row];
}

function storedLayout(site: SiteContent): SiteContent["info"][number] | undefined {
  return site.info.find(({ key }) => key === "sections");
}
