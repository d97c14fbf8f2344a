import { en, type PageTexts } from "./texts/en.ts";
import { type Language, languageOf } from "./texts/languages.ts";

interface SectionKind {
  /** Whether the header's menu has a link to the section. */
  menu?: true;
  /** The page of a new site lacks the section, which is added with its first entry. */
  optional?: true;
  /** Whether the section is a timeline of the table of the same name. */
  timeline?: true;
  /** Titles in each language, unless the texts of the languages have them. */
  titles?: Record<Language, string>;
}

const optional = (titles: Record<Language, string>) =>
  ({ optional: true, timeline: true, titles }) as const;

/** The sections that can be moved and hidden, in the default order; contact is always last. */
export const SECTIONS = {
  about: { menu: true },
  education: { timeline: true },
  experience: { menu: true, timeline: true },
  skills: { menu: true },
  projects: { menu: true },
  volunteering: optional({
    en: "Volunteering",
    de: "Ehrenamt",
    es: "Voluntariado",
    fr: "Bénévolat",
    it: "Volontariato",
    ar: "العمل التطوعي",
    fa: "فعالیت‌های داوطلبانه",
    he: "התנדבות",
  }),
  certificates: optional({
    en: "Certificates",
    de: "Zertifikate",
    es: "Certificados",
    fr: "Certificats",
    it: "Certificati",
    ar: "الشهادات",
    fa: "گواهی‌نامه‌ها",
    he: "תעודות",
  }),
  awards: optional({
    en: "Awards",
    de: "Auszeichnungen",
    es: "Premios",
    fr: "Distinctions",
    it: "Riconoscimenti",
    ar: "الجوائز",
    fa: "جوایز و افتخارات",
    he: "פרסים",
  }),
  publications: optional({
    en: "Publications and talks",
    de: "Publikationen und Vorträge",
    es: "Publicaciones y charlas",
    fr: "Publications et conférences",
    it: "Pubblicazioni e interventi",
    ar: "منشورات ومحاضرات",
    fa: "مقاله‌ها و سخنرانی‌ها",
    he: "פרסומים והרצאות",
  }),
  languages: optional({
    en: "Languages",
    de: "Sprachen",
    es: "Idiomas",
    fr: "Langues",
    it: "Lingue",
    ar: "اللغات",
    fa: "زبان‌ها",
    he: "שפות",
  }),
  interests: optional({
    en: "Interests",
    de: "Interessen",
    es: "Intereses",
    fr: "Centres d’intérêt",
    it: "Interessi",
    ar: "الاهتمامات",
    fa: "علاقه‌مندی‌ها",
    he: "תחומי עניין",
  }),
  recommendations: optional({
    en: "References",
    de: "Referenzen",
    es: "Referencias",
    fr: "Recommandations",
    it: "Referenze",
    ar: "التوصيات",
    fa: "توصیه‌ها",
    he: "המלצות",
  }),
} as const satisfies Record<string, SectionKind>;

export type SectionId = keyof typeof SECTIONS;

export type TimelineId = {
  [Id in SectionId]: (typeof SECTIONS)[Id] extends { timeline: true } ? Id : never;
}[SectionId];

export const SECTION_IDS = Object.keys(SECTIONS) as SectionId[];
export const TIMELINE_IDS = SECTION_IDS.filter(isTimeline);

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
  /** All sections in the order of the page. */
  order: SectionId[];
  hidden: SectionId[];
  /** The owner's headings and subtitles: empty to show none, absent for the default. */
  titles: SectionTexts;
  subtitles: SectionTexts;
}

type SectionTexts = Partial<Record<SectionId, string>>;

/** @limit content: the owner's heading of a section */
export const SECTION_TITLE_MAX_LENGTH = 60;

/** @limit content: the owner's subtitle of a section */
export const SECTION_SUBTITLE_MAX_LENGTH = 200;

export interface SectionHeading {
  /** Heading on the page; empty for none. */
  title: string;
  /** Text below the heading; empty for none. */
  subtitle: string;
  /** Name in the header's menu, in the CV and in `/llms.txt`; never empty. */
  name: string;
  /** Ids of absent sections, whose links lead here. */
  anchors?: readonly string[];
}

/** The headings of all sections: the owner's, or the defaults of the page's language. */
export function headingsOf(
  { titles, subtitles }: Pick<SectionLayout, "titles" | "subtitles">,
  texts: PageTexts = en,
): Record<SectionId, SectionHeading> {
  const names: SectionTexts = texts.names;
  const usual: SectionTexts = texts.subtitles;
  const headings = SECTION_IDS.map((id) => {
    const title = titleOf(id, texts);
    const heading = {
      title: titles[id] ?? title,
      subtitle: subtitles[id] ?? usual[id] ?? "",
      name: titles[id] || names[id] || title,
    };
    return [id, heading];
  });
  return Object.fromEntries(headings);
}

/** Default title of a section in a language of the page. */
export function titleOf(id: SectionId, texts: PageTexts = en): string {
  const { titles }: SectionKind = SECTIONS[id];
  const own: SectionTexts = texts.titles;
  return titles?.[languageOf({ pageLanguage: texts.language })] ?? own[id] ?? "";
}

/**
 * Parses a stored layout. Anything that is not a layout, and unknown parts of one, are ignored.
 * Missing sections are inserted after their default predecessor, optional ones at the end.
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
