/** What the page says about a section, unless the owner has said otherwise. */
interface SectionDefaults {
  /** Its heading on the page. */
  title: string;
  /** Its name in the header's menu, in the CV and in `/llms.txt`; those that lack `menu` are not in the menu. */
  name: string;
  menu?: true;
  /** Not on the page of a new site; it appears with its first entry. */
  optional?: true;
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
  volunteering: optional("Volunteering"),
  certificates: optional("Certificates"),
  awards: optional("Awards"),
  publications: optional("Publications and talks"),
  languages: optional("Languages"),
  interests: optional("Interests"),
  recommendations: optional("References"),
} as const satisfies Record<string, SectionDefaults>;

function optional(name: string) {
  return { title: name, name, optional: true, timeline: { subtitle: "", empty: "" } } as const;
}

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
  /** The owner's headings and subtitles: empty for none, absent for the default. */
  titles: SectionTexts;
  subtitles: SectionTexts;
}

type SectionTexts = Partial<Record<SectionId, string>>;

/** @limit content: the owner's heading of a section */
export const SECTION_TITLE_MAX_LENGTH = 60;

/** @limit content: the owner's subtitle of a section */
export const SECTION_SUBTITLE_MAX_LENGTH = 200;

/** What a section is called. */
export interface SectionHeading {
  /** Its heading on the page; empty for none. */
  title: string;
  /** Below the heading; empty for none. */
  subtitle: string;
  /** In the header's menu, in the CV and in `/llms.txt`; never empty. */
  name: string;
}

/** The headings of all sections, the owner's or the default ones. */
export function headingsOf({
  titles,
  subtitles,
}: Pick<SectionLayout, "titles" | "subtitles">): Record<SectionId, SectionHeading> {
  const headings = SECTION_IDS.map((id) => {
    const { title, name, timeline }: SectionDefaults = SECTIONS[id];
    const heading = {
      title: titles[id] ?? title,
      subtitle: subtitles[id] ?? timeline?.subtitle ?? "",
      name: titles[id] || name,
    };
    return [id, heading];
  });
  return Object.fromEntries(headings);
}

/**
 * Reads a stored layout. What is not a layout, and every unknown part of one, is ignored; a section
 * that is missing in the order follows the one it follows by default, or is last if it is optional.
 */
export function parseSections(stored: string | undefined): SectionLayout {
  const { order, hidden, titles, subtitles } = readJson(stored);
  return {
    order: completed(sectionsIn(order)),
    hidden: sectionsIn(hidden),
    titles: textsIn(titles, SECTION_TITLE_MAX_LENGTH),
    subtitles: textsIn(subtitles, SECTION_SUBTITLE_MAX_LENGTH),
  };
}

/** The text that stores a layout. */
export function formatSections({ titles, subtitles, ...layout }: SectionLayout): string {
  const isGiven = ([, texts]: [string, SectionTexts]) => Object.keys(texts).length > 0;
  const texts = Object.entries({ titles, subtitles }).filter(isGiven);
  return JSON.stringify({ ...layout, ...Object.fromEntries(texts) });
}

function completed(order: SectionId[]): SectionId[] {
  return SECTION_IDS.reduce((done, id, index) => {
    if (done.includes(id)) return done;
    if ("optional" in SECTIONS[id]) return done.concat(id);
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

function textsIn(texts: unknown, longest: number): SectionTexts {
  const given = Object.entries(Object(texts)).filter(
    ([id, text]) => SECTION_IDS.some((known) => known === id) && isTextUpTo(text, longest),
  );
  return Object.fromEntries(given);
}

function isTextUpTo(text: unknown, longest: number): boolean {
  return typeof text === "string" && text.length <= longest;
}

function readJson(text = ""): Partial<Record<keyof SectionLayout, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
