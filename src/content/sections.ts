/** What the page says about a section. */
interface SectionTexts {
  /** Its heading on the page. */
  title: string;
  /** Its name in the header's menu, in the CV and in `/llms.txt`; those that lack `menu` are not in the menu. */
  name: string;
  menu?: true;
  /** For a timeline of the entries in the table of the same name. */
  timeline?: { subtitle: string; empty: string };
}

/** The sections that can be moved and hidden, in the default order; contact comes after them. */
export const SECTIONS = {
  about: { title: "About", name: "About", menu: true },
  education: {
    title: "Education",
    name: "Education",
    timeline: {
      subtitle: "My academic background and qualifications.",
      empty: "Degrees and courses will be listed here.",
    },
  },
  experience: {
    title: "Professional Experience",
    name: "Experience",
    menu: true,
    timeline: {
      subtitle: "My journey through various roles and responsibilities.",
      empty: "Roles and employers will be listed here.",
    },
  },
  skills: { title: "My Tech Stack", name: "Skills", menu: true },
  projects: { title: "Featured Projects", name: "Projects", menu: true },
} as const satisfies Record<string, SectionTexts>;

export type SectionId = keyof typeof SECTIONS;

/** The sections that are timelines. */
export type TimelineId = {
  [Id in SectionId]: (typeof SECTIONS)[Id] extends { timeline: object } ? Id : never;
}[SectionId];

export const SECTION_IDS = Object.keys(SECTIONS) as SectionId[];
export const TIMELINE_IDS = SECTION_IDS.filter(isTimeline);

/** An object with a value for each timeline. */
export function fromTimelines<Value>(
  valueIn: (id: TimelineId, index: number) => Value,
): Record<TimelineId, Value> {
  const entries = TIMELINE_IDS.map((id, index) => [id, valueIn(id, index)]);
  return Object.fromEntries(entries) as Record<TimelineId, Value>;
}

export function isTimeline(id: SectionId): id is TimelineId {
  return "timeline" in SECTIONS[id];
}

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
