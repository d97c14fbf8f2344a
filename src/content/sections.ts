/** The sections that can be moved and hidden, in the default order; contact comes after them. */
export const SECTION_IDS = ["about", "education", "experience", "skills", "projects"] as const;

export type SectionId = (typeof SECTION_IDS)[number];

/** The owner's layout of the page; stored as JSON in `personal_info`, key `sections`. */
export interface SectionLayout {
  /** Every section, in the order of the page. */
  order: SectionId[];
  hidden: SectionId[];
}

/**
 * Reads a stored layout. What is not a layout, and every unknown part of one, is ignored; a section
 * that is missing in the order follows the one it follows by default.
 */
export function parseSections(stored: string | undefined): SectionLayout {
  const { order, hidden } = readJson(stored);
  return { order: completed(sectionsIn(order)), hidden: sectionsIn(hidden) };
}

function completed(order: SectionId[]): SectionId[] {
  return SECTION_IDS.reduce((done, id, index) => {
    if (done.includes(id)) return done;
    const before = SECTION_IDS[index - 1];
    const place = before ? done.indexOf(before) + 1 : 0;
    return [...done.slice(0, place), id, ...done.slice(place)];
  }, order);
}

function sectionsIn(list: unknown): SectionId[] {
  if (!Array.isArray(list)) return [];
  return [...new Set<unknown>(list)].filter((id): id is SectionId =>
    SECTION_IDS.some((known) => known === id),
  );
}

function readJson(text = ""): { order?: unknown; hidden?: unknown } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
