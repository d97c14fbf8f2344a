import type { AnyField, KindName, OtherField } from "../../../shared/content/kind.ts";
import { kinds } from "../../../shared/content/kinds.ts";
import type { CvEntry } from "./cv-content.ts";
import { type DateReading, type Period, toPeriod } from "./cv-dates.ts";
import { isLong, joinBullets, keysOf, OWN, onlyDate, readEntry } from "./cv-entry.ts";
import { recordOf, takeAddress, takeFlag, takeText, takeTexts, textOf } from "./file-values.ts";
import { spellingsOf } from "./other-keys.ts";
import { takePlace } from "./place.ts";

/**
 * Removes an entry from a JSON Resume and returns it; the kind's description names the keys.
 * @returns null for an entry without a name, whose values stay in the file.
 */
export function takeResumeEntry<Name extends KindName>(
  name: Name,
  item: Record<string, unknown>,
  dates?: DateReading,
): CvEntry<Name> | null {
  const own = recordOf(item.foyer);
  const valueIn = (column: string, field: AnyField) => {
    const values = keysOf(field)
      .flatMap(spellingsOf)
      .map((key) => {
        const [holder, name] = key.startsWith(OWN) ? [own, key.slice(OWN.length)] : [item, key];
        return () => takeValue(holder, name, column, field);
      });
    if (!isLong(field)) return first(values);
    const texts = [...new Set(values.flatMap((take) => take()))];
    return joinBullets({ summary: texts.join("\n"), highlights: takeTexts(item, ...HIGHLIGHTS) });
  };
  const entry = readEntry(name, valueIn, dates);
  if (!kinds[name].named.some((column) => (entry as Record<string, unknown>)[column])) return null;
  delete item.foyer;
  if (!("date_range" in entry)) return entry;
  const { resumeDate } = kinds[name];
  if (!resumeDate) return { ...entry, ...takePeriod(item, own, dates) };
  const date = takeText(item, resumeDate, ...WHOLE, ...STARTS);
  return { ...entry, ...onlyDate(ownPeriod(own, date, date, dates)) };
}

function takeValue(
  item: Record<string, unknown>,
  key: string,
  column: string,
  field: AnyField,
): Taken {
  switch (field.type) {
    case "link":
      return takeAddress(item, key);
    case "words": {
      const isText = typeof item[key] === "string";
      return takeTexts(item, key).flatMap((text) => (isText ? text.split(/\s*[,;]\s*/) : text));
    }
    case "flag":
      return takeFlag(item, key) ?? "";
    case "text": {
      if (column === "location") return takePlace(item, key);
      if (isLong(field)) return takeTexts(item, key);
      if (column !== "authors") return takeText(item, key);
      const names = takeTexts(item, key);
      return names.join(names.some((one) => one.includes(",")) ? "; " : ", ");
    }
    default:
      field.type satisfies "number" | "order" | "visibility" | OtherField["type"];
      return takeText(item, key);
  }
}

type Taken = string | string[] | boolean;

function first(values: readonly (() => Taken)[]): Taken {
  for (const take of values) {
    const value = take();
    if (typeof value === "boolean" || value.length > 0) return value;
  }
  return "";
}

const HIGHLIGHTS = ["highlights", "achievements", "accomplishments", "responsibilities", "bullets"];

function takePeriod(
  item: Record<string, unknown>,
  own: Record<string, unknown>,
  dates?: DateReading,
): Period {
  const [start, end] = [takeText(item, ...STARTS), takeText(item, ...ENDS)];
  for (const key of CURRENT) if (!end && item[key] === true) delete item[key];
  const whole = start || end ? "" : takeText(item, ...WHOLE);
  return ownPeriod(own, start || whole, end || whole, dates);
}

/** The period of an entry; the site's own file may have a separate text for it. */
function ownPeriod(
  own: Record<string, unknown>,
  start: string,
  end: string,
  dates?: DateReading,
): Period {
  const text = textOf(own.dateRange);
  if (own.textOnly === true)
    return { date_range: text || null, start_month: null, end_month: null };
  const period = toPeriod(start, end, dates);
  return text ? { ...period, date_range: text } : period;
}

const STARTS = ["startDate", "start", "from", "begin", "since"];
const ENDS = ["endDate", "end", "to", "until"];
const WHOLE = ["date", "dates", "period", "dateRange", "year"];
const CURRENT = ["current", "isCurrent", "present"];
