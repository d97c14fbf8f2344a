import type { CvContent } from "../../content/cv/cv-content.ts";
import { formatSections, parseSections, type SectionId, titleOf } from "../../content/sections.ts";
import type { PlanItem, SiteContent } from "./plan-item.ts";

/** The default order, with experience before education. */
const ORDER: SectionId[] = ["about", "experience", "education", "skills", "projects"];

/** Proposes to show two or more jobs first, unless the file or the owner has an order. */
export function planOrder(content: CvContent, site: SiteContent): PlanItem[] {
  const stored = site.info.find(({ key }) => key === "sections");
  const isArranged = Boolean(content.isOwn || content.info.sections || stored?.value);
  const hasEducation = content.education.length + site.education.length > 0;
  if (isArranged || !hasEducation || content.experience.length < 2) return [];
  const value = formatSections(parseSections(JSON.stringify({ order: ORDER })));
  return [
    {
      ...{ id: "sections", kind: "info", status: "added", name: "Order of the sections" },
      ...{ reason: "", missing: [], differences: [] },
      preview: [`${titleOf("experience")} before ${titleOf("education")}`],
      row: { key: "sections", value, revision: stored?.revision ?? null },
    },
  ];
}
