import { SECTION_IDS, SECTIONS, type SectionHeading, type SectionId } from "../content/sections.ts";

/** The sections whose anchors always exist. */
export const ANCHORED = SECTION_IDS.filter((id) => !("optional" in SECTIONS[id]));

/** Adds the anchors of absent sections to the section that is nearest in the owner's order. */
export function withAnchors(
  headings: Record<SectionId, SectionHeading>,
  order: readonly SectionId[],
  shown: readonly SectionId[],
): Record<SectionId, SectionHeading> {
  const added = { ...headings };
  for (const id of ANCHORED.filter((one) => !shown.includes(one))) {
    const distance = (other: SectionId) => Math.abs(order.indexOf(other) - order.indexOf(id));
    const [nearest] = shown.toSorted((a, b) => distance(a) - distance(b));
    if (!nearest) continue;
    const heading = added[nearest];
    added[nearest] = { ...heading, anchors: [...(heading.anchors ?? []), id] };
  }
  return added;
}
