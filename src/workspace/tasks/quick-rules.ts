import { addDays } from "../../../shared/days.ts";
import { addMonths, firstDueDay, nextDueDay, WEEKDAYS } from "../../../shared/recurrence.ts";
import { todayHere } from "./due-date.ts";
import { WORKDAYS } from "./recurrence.ts";
import { type Priority, priorities } from "./task.ts";

/** What a phrase says. */
export interface Meaning {
  /** The due day, such as `2026-12-24`. */
  day?: string;
  /** A time of day such as `14:00`. */
  time?: string;
  rule?: string;
  priority?: Priority;
  tag?: string;
}

interface QuickRule {
  kind: keyof Meaning | "text";
  /** Matched case-insensitively between spaces. */
  pattern: string;
  /** Null leaves the words in the title. @param groups of the pattern, in lower case. */
  read: (groups: Record<string, string>, now: Date) => Meaning | null;
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const NUMBERS = "one two three four five six seven eight nine ten".split(" ");
const ORDINALS = "first second third fourth last".split(" ");

const month = (name: string) =>
  `(?<${name}>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may(?! (?!at \\d)[a-z])|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?`;
const monthDay = (name: string) => `(?<${name}>3[01]|[12]\\d|0?[1-9])(?:st|nd|rd|th)?`;
const DATE = `(?:${month("m1")} ${monthDay("d1")}|${monthDay("d2")} (?:of )?${month("m2")})`;
const ORDINAL_DAY = monthDay("d1").replace(/\?$/, "");
const YEAR = "(?:,? (?<year>[12]\\d{3}))?";
const FULL_WEEKDAY = "(?:mon|tues|wednes|thurs|fri|satur|sun)day";
const WEEKDAY = `(?:${FULL_WEEKDAY}|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)`;
const DAY_LIST = `${WEEKDAY}s?(?:(?:, ?(?:and )?| and | ?& ?)${WEEKDAY}s?)*`;
const NUMBER = `(?<number>[1-9]\\d{0,2}|an?|${NUMBERS.join("|")})`;
const NTH = `(?<place>1st|2nd|3rd|4th|${ORDINALS.join("|")}) (?<days>${WEEKDAY})`;
const EVERY_MONTH = "(?:the|each|every) month";
const TIME = "(?<hour>[01]?\\d|2[0-3])(?::(?<minute>[0-5]\\d))?(?: ?(?<half>[ap])\\.?m\\.?)?";
const BY = "(?:(?:on|by|due|for) )?";
/** Words after which a day is not a due day, such as "since Friday". */
const NOT_AFTER = `(?<!\\b(?:the|an?|my|our|your|his|her|its|their|last|past|since|from|of|before|after|until|till|between|than|and|or|black|good|every|each|next|this) )`;
/** Where an ending such as "sun" is a day rather than a word. */
const AT_END = "(?=[.,;!?)]*(?: *$| [#!@\\d]| at \\d))";

/**
 * The English that the quick line understands. The first matching rule takes the words; of several
 * days, times, rules or priorities, the last one counts.
 */
export const quickRules: readonly QuickRule[] = [
  // Quotations, code, and what contains an address.
  text(`"[^"]*"|“[^”]*”|„[^“]*“|«[^»]*»|\`[^\`]*\`|'[^']+'|‘[^’]+’|\\S*(?:://|www\\.|\\w@\\w)\\S*`),
  rule(`(?:every|each) ${DATE}`, (of, now) => {
    const day = toDay(of, now);
    return day ? { rule: "FREQ=YEARLY", day } : null;
  }),
  rule(`(?:every|each) ${NTH}(?: of ${EVERY_MONTH})?`, toNth),
  rule(`(?:on )?(?:the )?${NTH} of (?:each|every) month`, toNth),
  rule(
    `every last day of ${EVERY_MONTH}|(?:on )?(?:the )?last day of (?:each|every) month|every month on the last day`,
    () => ({ rule: "FREQ=MONTHLY;BYMONTHDAY=-1" }),
  ),
  rule(`(?:every|each) (?:month on the )?${ORDINAL_DAY}(?: of ${EVERY_MONTH})?`, ({ d1 }, now) => ({
    rule: "FREQ=MONTHLY",
    day: dayInMonth(Number(d1), now),
  })),
  rule("(?:every|each) (?:week|work)day|on weekdays", () => ({ rule: WORKDAYS })),
  rule("every weekend", () => ({ rule: "FREQ=WEEKLY;BYDAY=SA,SU" })),
  rule(`${every("days?|weeks?|months?|years?", "unit")}(?: on (?<days>${DAY_LIST}))?`, (of) => {
    const freq = `${of.unit?.[0] === "d" ? "DAI" : of.unit?.replace(/s$/, "").toUpperCase()}LY`;
    if (of.days && freq !== "WEEKLY") return null;
    return toRule(freq, of);
  }),
  rule(every(DAY_LIST, "days"), (of) => toRule("WEEKLY", of)),
  rule(`(?<freq>dai|week|month|year)ly${AT_END}`, (of) => ({
    rule: `FREQ=${of.freq?.toUpperCase()}LY`,
  })),
  // Ranges such as "9:00 to 17:00", "Mon - Fri" and "Dec 24–26".
  text(range(`\\d[\\d:.]*(?: ?[ap]m| ${month("m1")})?|${month("m2")} \\d+|${WEEKDAY}`)),
  day(`${BY}(?<year>2\\d{3})-(?<m1>\\d\\d)-(?<d1>\\d\\d)`, toDay),
  day(`${BY}${DATE}${YEAR}`, toDay),
  day(`on the ${ORDINAL_DAY}`, (of, now) => dayInMonth(Number(of.d1), now)),
  day(`${BY}(?:today|tonight)`, (_, now) => todayHere(now)),
  day(`${BY}(?:tomorrow|tmrw?)`, (_, now) => addDays(todayHere(now), 1)),
  {
    kind: "time",
    pattern: `in ${NUMBER} (?<unit>min|hour|hr)(?:ute)?s?`,
    read: ({ number, unit }, now) => {
      const minutes = toNumber(number) * (unit === "min" ? 1 : 60);
      const date = new Date(now.getTime() + minutes * 60_000);
      return { day: todayHere(date), time: date.toTimeString().slice(0, 5) };
    },
  },
  day(`in ${NUMBER} (?<unit>day|week|month|year)s?`, ({ number, unit = "" }, now) => {
    const today = todayHere(now);
    const days = { day: 1, week: 7 }[unit];
    if (days) return addDays(today, toNumber(number) * days);
    return addMonths(today, toNumber(number) * (unit === "year" ? 12 : 1));
  }),
  day(`${BY}next (?<unit>week|month|year)`, ({ unit }, now) => {
    const today = todayHere(now);
    if (unit === "week") return nextDueDay("FREQ=WEEKLY;BYDAY=MO", today, today);
    const first = unit === "year" ? `${today.slice(0, 4)}-01-01` : `${today.slice(0, 7)}-01`;
    return addMonths(first, unit === "year" ? 12 : 1);
  }),
  day(`${BY}(?:the )?(?:end|last day) of (?:the |this )?month`, (_, now) =>
    firstDueDay("FREQ=MONTHLY;BYMONTHDAY=-1", todayHere(now)),
  ),
  day(`${BY}this weekend`, (_, now) => firstDueDay("FREQ=WEEKLY;BYDAY=SA", todayHere(now))),
  day(`${BY}next (?<days>${WEEKDAY})`, ({ days }, now) => {
    // In the next week; weeks begin on Monday.
    const monday = nextDueDay("FREQ=WEEKLY;BYDAY=MO", todayHere(now), todayHere(now));
    return firstDueDay(`BYDAY=${toDays(days)}`, monday ?? "");
  }),
  day(`(?:(?:on|by|due|for|this) )+(?<days>${WEEKDAY})`, toWeekday),
  day(`(?<days>${FULL_WEEKDAY}|mon|tues?|thu(?:rs?)?|fri|(?:wed|sat|sun)${AT_END})`, toWeekday),
  {
    kind: "time",
    pattern: `(?:(?:at|by) |@ ?)?${TIME}(?! ?(?:[ap]\\.?m|utc|gmt|z|[ecmp][sd]?t|ces?t|bst|ist|jst)\\b)`,
    read: ({ hour = "", minute, half }) => {
      if (!(minute || half) || (half && (Number(hour) > 12 || Number(hour) === 0))) return null;
      const hours = half ? (Number(hour) % 12) + (half === "p" ? 12 : 0) : Number(hour);
      return { time: `${String(hours).padStart(2, "0")}:${minute ?? "00"}` };
    },
  },
  { kind: "time", pattern: "at noon", read: () => ({ time: "12:00" }) },
  {
    kind: "priority",
    pattern: `!(?<name>${priorities.join("|")})`,
    read: ({ name }) => ({ priority: name as Priority }),
  },
  {
    kind: "tag",
    // Not the numbers of issues, nor colors such as #00aaff.
    pattern:
      "#(?!\\d+(?![\\p{L}\\d_-])|(?=[a-f]*\\d)[\\da-f]{3,8}(?![\\p{L}\\d_-]))(?<tag>[\\p{L}\\d][\\p{L}\\p{M}\\d_/-]{0,99})",
    read: ({ tag = "" }) => ({ tag }),
  },
];

function text(pattern: string): QuickRule {
  return { kind: "text", pattern, read: () => null };
}

function rule(pattern: string, read: QuickRule["read"]): QuickRule {
  return { kind: "rule", pattern, read };
}

function day(pattern: string, read: (...of: Parameters<QuickRule["read"]>) => string | null) {
  const toMeaning: QuickRule["read"] = (...of) => {
    const found = read(...of);
    return found && found.length === 10 ? { day: found } : null;
  };
  return { kind: "day", pattern: `${NOT_AFTER}(?:${pattern})`, read: toMeaning } as const;
}

function every(of: string, name: string): string {
  return `(?:every|each) (?:(?<number>other|[1-9]\\d?|${NUMBERS.join("|")}) )?(?<${name}>${of})`;
}

function range(item: string): string {
  const plain = item.replaceAll(/\?<\w+>/g, "?:");
  return `(?!\\d{4}-\\d\\d-\\d\\d)(?:from )?(?:${plain})(?: ?[-–—] ?| (?:to|till?|and|or) )(?:${plain})`;
}

const toNumber = (text = "") =>
  text === "other" ? 2 : Number(text) || NUMBERS.indexOf(text) + 1 || 1;

/** A list of weekdays as in a rule, from Monday on. */
function toDays(text = ""): string {
  const named = text.match(new RegExp(WEEKDAY, "g"))?.map((name) => name.slice(0, 2)) ?? [];
  return WEEKDAYS.filter((one) => named.includes(one.toLowerCase())).join();
}

function toRule(freq: string, { number, days }: Record<string, string>): Meaning {
  const interval = number ? toNumber(number) : 1;
  const every = interval > 1 ? `;INTERVAL=${interval}` : "";
  return { rule: `FREQ=${freq}${every}${days ? `;BYDAY=${toDays(days)}` : ""}` };
}

function toNth({ place = "", days }: Record<string, string>): Meaning {
  const nth = place === "last" ? -1 : Number.parseInt(place, 10) || ORDINALS.indexOf(place) + 1;
  return { rule: `FREQ=MONTHLY;BYDAY=${nth}${toDays(days)}` };
}

/** The next such weekday after today. */
function toWeekday({ days }: Record<string, string>, now: Date): string {
  return firstDueDay(`BYDAY=${toDays(days)}`, addDays(todayHere(now), 1));
}

/** The next such date; null for one that does not exist or has passed. */
function toDay(of: Record<string, string>, now: Date): string | null {
  const { m1, m2, d1, d2, year } = of;
  const name = m1 ?? m2 ?? "";
  const month = Number(name) || MONTHS.indexOf(name.slice(0, 3)) + 1;
  const rest = `-${String(month).padStart(2, "0")}-${(d1 ?? d2 ?? "").padStart(2, "0")}`;
  const today = todayHere(now);
  // February 29 is up to eight years away.
  for (let next = Number(year ?? today.slice(0, 4)), tries = year ? 1 : 9; tries > 0; tries -= 1) {
    const found = `${next}${rest}`;
    const date = new Date(`${found}T00:00:00Z`);
    const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(found);
    if (exists && found >= today) return found;
    next += 1;
  }
  return null;
}

/** The next day of a month with this number. */
function dayInMonth(number: number, now: Date): string {
  const today = todayHere(now);
  let day = today;
  while (Number(day.slice(8)) !== number) day = addDays(day, 1);
  return day;
}
