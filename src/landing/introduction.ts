import { parseRange } from "../content/cv/cv-dates.ts";
import type { TimelineRow } from "../content/portfolio.ts";
import type { PageTexts } from "../content/texts/en.ts";
import { formatDate, translateDates } from "../content/texts/translate-dates.ts";
import { joinWords } from "../lib/join-words.ts";

interface Facts {
  role: TimelineRow | undefined;
  jobs: readonly TimelineRow[];
  education: readonly TimelineRow[];
  location: string;
}

/**
 * The text of About if the owner has written none: the latest role, up to two roles before it and
 * the latest degree, in the first person. It contains nothing that the entries do not say.
 */
export function introduce(facts: Facts, texts: PageTexts): string {
  const { role, jobs, location } = facts;
  const say = texts.introduction;
  const before = role ? rolesBefore(role, jobs).map((job) => workText(job, texts)) : [];
  const [degree] = facts.education;
  const study = degree ? [degree.title, degree.area, degree.organization] : [];
  const sentences = [
    role ? roleText(role, texts) : "",
    before.length > 0 ? say.before(before.join("; ")) : "",
    isPlace(location) && !role?.location ? say.based(oneLine(location)) : "",
    degree ? say.studied(oneLine(joinWords([...new Set(study)]))) : "",
  ];
  // A name such as "Acme Inc." ends the sentence.
  const ended = sentences.map((sentence) => sentence.replace(/([.!?。])\.$/, "$1"));
  return ended.filter(Boolean).join(" ") || say.nothing;
}

/** The present tense requires a period without an end. */
function roleText(role: TimelineRow, texts: PageTexts): string {
  const { works, latest, since } = texts.introduction;
  const range = parseRange(role.date_range ?? "");
  const isCurrent = range && !range.endDate;
  const dates = isCurrent
    ? since(formatDate(range.startDate, texts.language, "long"))
    : translateDates(role.date_range ?? "", texts);
  const work = workText(role, texts, { location: role.location ?? "", dates });
  return isCurrent && !NOT_A_PROFESSION.test(role.title.trim()) ? works(work) : latest(work);
}

/** "Engineer at Acme in Oslo (since May 2021)"; what is not a name or a place is in the brackets. */
function workText(
  { title, organization = "" }: TimelineRow,
  { introduction: say }: PageTexts,
  { location = "", dates = "" } = {},
): string {
  const [employer, place] = [organization ?? "", location].map(oneLine) as [string, string];
  const isNamed = employer !== "" && !NOT_AN_EMPLOYER.test(employer);
  const named = isNamed && employer !== title ? say.at(oneLine(title), employer) : oneLine(title);
  const placed = isPlace(place) ? say.in(named, place) : named;
  const rest = joinWords([isNamed ? "" : employer, isPlace(place) ? "" : place, dates]);
  return rest ? `${placed} (${rest})` : placed;
}

/** The two roles that ended last, of those that began before this one. */
function rolesBefore(role: TimelineRow, jobs: readonly TimelineRow[]): TimelineRow[] {
  const start = parseRange(role.date_range ?? "")?.startDate;
  if (!start) return [];
  return jobs
    .map((job) => ({ job, range: parseRange(job.date_range ?? "") }))
    .filter(({ job, range }) => job !== role && range?.endDate && range.startDate < start)
    .toSorted((a, b) => `${b.range?.endDate}`.localeCompare(`${a.range?.endDate}`))
    .slice(0, 2)
    .map(({ job }) => job);
}

const isPlace = (text: string) => text.trim() !== "" && !NOT_A_PLACE.test(text.trim());

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

/** Titles that name a kind of work, not what the person is. */
const NOT_A_PROFESSION =
  /^(?:freelanc(?:e|ing)|self.?employed|selbst(?:st)?ändig\p{L}*|.*(?:internship|apprenticeship|praktikum|ausbildung|studium|stage|prácticas|tirocinio))$/iu;

const NOT_AN_EMPLOYER =
  /^(?:freelanc|self.?employ|independent|selbst(?:st)?ändig|freiberuf|autónom|(?:auto-?)?entrepreneur|indépendant|libero prof|various|diverse|confidential|stealth|-$|n\/a)/iu;

/** Includes countries that have an article. */
const NOT_A_PLACE =
  /remote|remoto|hybrid|híbrido|home.?office|on.?site|worldwide|distributed|télétravail|various|\/|^(?:united |u\.?s\.?a?\.?$|u\.?k\.?$|netherlands|philippines|schweiz$)/iu;
