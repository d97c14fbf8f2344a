import { afterEach, describe, expect, it, vi } from "vitest";
import { linesOf } from "./quick-capture.tsx";
import { readQuickTask } from "./read-quick-task.ts";

// A Sunday.
const NOW = new Date("2026-11-29T09:30:00");

afterEach(() => vi.unstubAllEnvs());

/** What is understood, as one line: the title and the values. */
function read(text: string, refused: string[] = [], now = NOW): string {
  const { title, values } = readQuickTask(text, refused, now);
  const { due_date, remind_at, repeat, every = "1", priority, tags } = values;
  const rule = repeat && (every === "1" ? repeat : `${repeat} x${every}`);
  const time =
    remind_at && `@${remind_at.startsWith(due_date ?? " ") ? remind_at.slice(11) : remind_at}`;
  return [title, due_date, time, rule, priority && `!${priority}`, tags && `#${tags}`]
    .filter(Boolean)
    .join(" | ");
}

describe("a quick task", () => {
  it.each([
    ["Call Ana tomorrow #home !high", "Call Ana | 2026-11-30 | !high | #home"],
    ["Lunch fri 14:00", "Lunch | 2026-12-04 | @14:00"],
    ["Send it in 3 days", "Send it | 2026-12-02"],
    ["Stand up every weekday", "Stand up | 2026-11-30 | FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["tomorrow: no day, but tonight call Ana", "tomorrow: no day, but call Ana | 2026-11-29"],
    ["TOMORROW, call Ana!", "call Ana! | 2026-11-30"],
    ["Call Ana (tmr).", "Call Ana. | 2026-11-30"],
    ["Pay by Friday", "Pay | 2026-12-04"],
    ["Slides for thursday, please", "Slides, please | 2026-12-03"],
    ["Swim on Sunday", "Swim | 2026-12-06"],
    ["Swim sun", "Swim | 2026-12-06"],
    ["Swim next sun", "Swim | 2026-12-06"],
    ["Plan next monday", "Plan | 2026-11-30"],
    ["Plan next week", "Plan | 2026-11-30"],
    ["Plan next month", "Plan | 2026-12-01"],
    ["Plan next year", "Plan | 2027-01-01"],
    ["Rest this weekend", "Rest | 2026-12-05"],
    ["Report end of month", "Report | 2026-11-30"],
    ["Report on the last day of the month", "Report | 2026-11-30"],
    ["Renew in two weeks", "Renew | 2026-12-13"],
    ["Renew in a month", "Renew | 2026-12-29"],
    ["Renew in one month", "Renew | 2026-12-29"],
    ["Renew every three months", "Renew | 2026-11-29 | FREQ=MONTHLY x3"],
    ["Renew in 1 year", "Renew | 2027-11-29"],
    ["Tea in 20 minutes", "Tea | 2026-11-29 | @09:50"],
    ["Tea in 20 hours", "Tea | 2026-11-30 | @05:30"],
    ["Gift 24 Dec", "Gift | 2026-12-24"],
    ["Gift December 24th, 2027", "Gift | 2027-12-24"],
    ["Gift by the 24th of december", "Gift by the 24th of december"],
    ["Gift by 24th of december", "Gift | 2026-12-24"],
    ["Gift on 2026-12-24", "Gift | 2026-12-24"],
    ["Dentist may 5", "Dentist | 2027-05-05"],
    ["Dentist 5 May 9am", "Dentist | 2027-05-05 | @09:00"],
    ["Rent on the 1st", "Rent | 2026-12-01"],
    ["Rent on the 31st", "Rent | 2026-12-31"],
    ["Leap feb 29", "Leap | 2028-02-29"],
    ["Call at 12:30 PM", "Call | 2026-11-29 | @12:30"],
    ["Call 12:05 am", "Call | 2026-11-30 | @00:05"],
    ["Call 9 a.m.", "Call | 2026-11-30 | @09:00"],
    ["Call 9:30pm", "Call | 2026-11-29 | @21:30"],
    ["Call at noon tomorrow", "Call | 2026-11-30 | @12:00"],
    ["Call today 8:00", "Call 8:00 | 2026-11-29"],
    ["Water daily 7:00", "Water | 2026-11-30 | @07:00 | FREQ=DAILY"],
    ["Water every other day", "Water | 2026-11-29 | FREQ=DAILY x2"],
    ["Water every 3 weeks on mon and thu", "Water | 2026-11-30 | FREQ=WEEKLY;BYDAY=MO,TH x3"],
    ["Gym every Tue, Thu and Sat 18:00", "Gym | 2026-12-01 | @18:00 | FREQ=WEEKLY;BYDAY=TU,TH,SA"],
    ["Gym every second tuesday", "Gym | 2026-12-08 | FREQ=MONTHLY;BYDAY=2TU"],
    ["Gym every last fri of the month", "Gym | 2026-12-25 | FREQ=MONTHLY;BYDAY=-1FR"],
    ["Gym every last mon", "Gym | 2026-11-30 | FREQ=MONTHLY;BYDAY=-1MO"],
    ["Gym on the first Sunday of each month", "Gym | 2026-12-06 | FREQ=MONTHLY;BYDAY=1SU"],
    ["Bill last day of every month", "Bill | 2026-11-30 | FREQ=MONTHLY;BYMONTHDAY=-1"],
    ["Bill every month on the 15th", "Bill | 2026-12-15 | FREQ=MONTHLY"],
    ["Bill every 31st", "Bill | 2026-12-31 | FREQ=MONTHLY"],
    ["Bill monthly from me", "Bill monthly from me"],
    ["Bill every month 1 dec", "Bill | 2026-12-01 | FREQ=MONTHLY"],
    ["Ana's birthday every 24 may", "Ana's birthday | 2027-05-24 | FREQ=YEARLY"],
    ["Read #books #Zürich #日本語 #a/b #books", "Read #books | #Zürich,日本語,a/b,books"],
    ["Дело завтра tomorrow #дом", "Дело завтра | 2026-11-30 | #дом"],
    ["🎂 fri", "🎂 | 2026-12-04"],
    ["Monday notes thursday", "Monday notes | 2026-12-03"],
  ])("a quick task %j is %j", (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it.each([
    ...["Friday's report", "Friday’s report"],
    ...[
      "You may call",
      "march on",
      "I sat down",
      "Buy sun cream",
      "Were wed in spring",
      "thus far",
    ],
    ...[
      "see https://a.example/#anchor",
      "www.a.example/2026-12-24",
      "a@fri.example",
      "a.example/#x",
    ],
    ...["Learn C# and F#", "Fix #41", "Paint #00aaff and #fff000", "a#b", "# Heading", "#", "##x"],
    ...["!important", "Wow!high", "high!", "!highlight", "! high"],
    ...['Read "See you tomorrow" again', "Read “fri 14:00”", "Run `every day`", "Sing 'today' now"],
    ...[
      "9:00 to 17:00",
      "Open 9-17",
      "14:00–15:00",
      "2–3 pm",
      "Mon-Fri",
      "Mon – Fri",
      "mon or tue",
    ],
    ...[
      "Ratio 16:9",
      "25:00",
      "1:30:00",
      "13 pm",
      "0 am",
      "at 9",
      "14:00 UTC",
      "2:30 pm EST",
      "24/7",
    ],
    ...["Feb 30", "31 nov", "2026-13-01", "2026-02-30", "2020-01-01", "24 Dec 1999", "Dec 24 2000"],
    ...[
      "News since Friday",
      "Minutes of last monday",
      "the next week",
      "Black Friday",
      "each Fri-day",
    ],
    ...[
      "Write the weekly report",
      "in 2-3 days",
      "every 5 minutes",
      "every 0 days",
      "everyday things",
    ],
    ...["Do it every", "next", "in days", "1/2 cup", "version 2.10.3", "top 5 may change", "ﬁnal"],
  ])("a quick task %j is only a title", (words) => {
    const text = `Do ${words}`;
    expect(readQuickTask(text, [], NOW)).toEqual({ title: text, phrases: [], values: {} });
  });

  it.each(["tomorrow", "#home", "!high fri.", "  ", "", "… in 3 days"])(
    "a quick task %j has no other word and is only a title",
    (text) => {
      expect(readQuickTask(text, [], NOW)).toEqual({ title: text, phrases: [], values: {} });
    },
  );

  it("a quick task keeps words as text that were turned back", () => {
    expect(read("Call fri 14:00 #home", ["fri"])).toBe("Call fri | 2026-11-29 | @14:00 | #home");
    expect(read("Call FRI 14:00 #home", ["fri", "14:00", "#home"])).toBe("Call FRI 14:00 #home");
    expect(read("Call mon, then fri", ["fri"])).toBe("Call, then fri | 2026-11-30");
    expect(read("Run every fri", ["every fri"])).toBe("Run every fri");
  });

  it.each([
    ["Call Ana tomorrow !urgent #home", ["Due Mon, Nov 30", "Urgent Priority", "#home"]],
    ["Call 14:00", ["Due, remind Nov 29, 2026, 2:00 PM"]],
    ["Call jan 5 at 14:00", ["Due Tue, Jan 5, 2027", "Remind Jan 5, 2027, 2:00 PM"]],
    ["Run every mon 7:00", ["Weekly on Mon, from Mon, Nov 30", "Remind Nov 30, 2026, 7:00 AM"]],
    ["Run every day fri", ["Daily", "Due Fri, Dec 4"]],
  ])("a quick task %j shows %j", (text, labels) => {
    const shown = readQuickTask(text, [], NOW).phrases.map(({ label }) => label);
    expect(shown.map((label) => label.replaceAll("\u202f", " "))).toEqual(labels);
  });

  it.each([
    // Without 02:30, with it twice, the end of a year, a leap day, the end of a month.
    ["America/New_York", "2027-03-13T23:50:00", "x tomorrow 2:30", "x | 2027-03-14 | @02:30"],
    ["Europe/Berlin", "2026-10-25T00:10:00", "x 2:30", "x | 2026-10-25 | @02:30"],
    ["Pacific/Kiritimati", "2026-12-31T23:59:00", "x tomorrow", "x | 2027-01-01"],
    ["Pacific/Niue", "2028-02-28T12:00:00", "x tomorrow", "x | 2028-02-29"],
    ["UTC", "2027-01-31T12:00:00", "x in a month", "x | 2027-02-28"],
    ["UTC", "2026-11-30T12:00:00", "x mon", "x | 2026-12-07"],
    ["UTC", "2026-11-30T12:00:00", "x every mon", "x | 2026-11-30 | FREQ=WEEKLY;BYDAY=MO"],
    [
      "UTC",
      "2026-11-30T12:00:00",
      "x every mon 9am",
      "x | 2026-12-07 | @09:00 | FREQ=WEEKLY;BYDAY=MO",
    ],
  ])("a quick task counts in the days of %s at %s", (zone, now, text, expected) => {
    vi.stubEnv("TZ", zone);
    expect(read(text, [], new Date(now))).toBe(expected);
  });

  it("a quick task of the longest text is read in time that is linear", () => {
    const hostile = [
      "every ".repeat(83),
      "#a ".repeat(166),
      "in 1 day ".repeat(55),
      "9:00 ".repeat(99),
    ];
    for (const text of [...hostile, `"${"'".repeat(498)}`, "1".repeat(500), "( ".repeat(250)])
      expect(readQuickTask(`x${text}`, [], NOW).title.length).toBeLessThanOrEqual(501);
  });

  it("a pasted text has a task for each line that is not empty, without list markers", () => {
    const text = "- milk\r\n\n* [ ] bread\u2028  3. eggs \n[x] tea\n-5 degrees\n1.5 liters\n• \n";
    expect(linesOf(text)).toEqual(["milk", "bread", "eggs", "tea", "-5 degrees", "1.5 liters"]);
  });
});
