import { parseRange } from "../content/cv/cv-dates.ts";
import type { ProjectRow, TimelineRow } from "../content/portfolio.ts";
import type { PageTexts } from "../content/texts/en.ts";
import { formatDate } from "../content/texts/translate-dates.ts";
import type { PageContent } from "./page-content.ts";

type Work = PageContent["newest"][number];

interface Years {
  from: string;
  /** ONGOING while the work lasts. */
  to: string;
}

/**
 * The three newest projects, or else the three latest employers. Works without dates follow the
 * others in the order of the page.
 */
export function newestWork(
  projects: readonly ProjectRow[],
  jobs: readonly TimelineRow[],
  { language, present }: PageTexts,
): Work[] {
  const works = new Map<string, Years>();
  for (const { name, date_range } of projects) works.set(name, yearsIn(date_range));
  for (const job of projects.length > 0 ? [] : jobs) {
    const employer = job.organization || job.title;
    works.set(employer, joined(works.get(employer), yearsIn(job.date_range)));
  }
  return [...works]
    .toSorted(([, a], [, b]) => b.to.localeCompare(a.to) || b.from.localeCompare(a.from))
    .slice(0, SHOWN)
    .map(([name, { from, to }]) => {
      const start = from && formatDate(from, language);
      const end = to === ONGOING ? present : to && formatDate(to, language);
      return { name, years: from === to ? start : `${start} – ${end}` };
    });
}

const SHOWN = 3;

/** Sorts after every year. */
const ONGOING = "9999";

const UNKNOWN: Years = { from: "", to: "" };

function yearsIn(dates: string | null | undefined): Years {
  const range = parseRange(dates ?? "");
  const years = dates?.match(/\b(?:19|20)\d\d\b/g)?.sort() ?? [];
  if (!range) return { from: years[0] ?? "", to: years.at(-1) ?? "" };
  return { from: yearOf(range.startDate), to: range.endDate ? yearOf(range.endDate) : ONGOING };
}

const yearOf = (date: string) => date.slice(0, "2021".length);

/** The years from the first start to the last end. */
function joined(one: Years = UNKNOWN, other: Years): Years {
  const [from = ""] = [one.from, other.from].filter(Boolean).sort();
  return { from, to: one.to > other.to ? one.to : other.to };
}
