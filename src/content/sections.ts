import { en, type PageTexts } from "./texts/en.ts";

/** What a section is; the texts of each language say what it is called. */
interface SectionKind {
  /** In the header's menu. */
  menu?: true;
  /** Not on the page of a new site; it appears with its first entry. */
  optional?: true;
  /** A timeline of the entries in the table of the same name. */
  timeline?: true;
}

const OPTIONAL = { optional: true, timeline: true } as const;

/** The sections that can be moved and hidden, in the default order; contact comes after them. */
export const SECTIONS = {
  about: { menu: true },
  education: { timeline: true },
  experience: { menu: true, timeline: true },
  skills: { menu: true },
  projects: { menu: true },
  volunteering: OPTIONAL,
  certificates: OPTIONAL,
  awards: OPTIONAL,
  publications: OPTIONAL,
  languages: OPTIONAL,
  interests: OPTIONAL,
  recommendations: OPTIONAL,
} as const satisfies Record<string, SectionKind>;

export type SectionId = keyof typeof SECTIONS;

/** The sections that are timelines. */
export type TimelineId = {
  [Id in SectionId]: (typeof SECTIONS)[Id] extends { timeline: true } ? Id : never;
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

/** The headings of all sections, the owner's or those of the page's language. */
export function headingsOf(
  { titles, subtitles }: Pick<SectionLayout, "titles" | "subtitles">,
  texts: PageTexts = en,
): Record<SectionId, SectionHeading> {
  const names: SectionTexts = texts.names;
  const usual: SectionTexts = texts.subtitles;
  const headings = SECTION_IDS.map((id) => {
    const heading = {
      title: titles[id] ?? texts.titles[id],
      subtitle: subtitles[id] ?? usual[id] ?? "",
      name: titles[id] || names[id] || texts.titles[id],
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
