import { describe, expect, it } from "vitest";
import { createReading, parseRange, toPeriod } from "./cv-dates.ts";

describe("a period in one field", () => {
  it.each([
    ["2003 - 2005", "2003 – 2005", "2003-01-01", "2005-12-01"],
    ["2003-2005", "2003 – 2005", "2003-01-01", "2005-12-01"],
    ["2019/20", "2019 – 2020", "2019-01-01", "2020-12-01"],
    ["2019-03/2020-04", "Mar 2019 – Apr 2020", "2019-03-01", "2020-04-01"],
    ["03/2003-05/2005", "Mar 2003 – May 2005", "2003-03-01", "2005-05-01"],
    ["2019-04-01T00:00:00Z - 2020-05-02", "Apr 2019 – May 2020", "2019-04-01", "2020-05-01"],
    ["Jan 2003-May 2005", "Jan 2003 – May 2005", "2003-01-01", "2005-05-01"],
    ["June–August 2019", "Jun 2019 – Aug 2019", "2019-06-01", "2019-08-01"],
    ["März 2019 bis heute", "Mar 2019 – Present", "2019-03-01", null],
    ["de enero de 2019 a hoy", "Jan 2019 – Present", "2019-01-01", null],
    ["depuis mai 2019", "May 2019 – Present", "2019-05-01", null],
    ["2019年3月 – 2020年1月", "Mar 2019 – Jan 2020", "2019-03-01", "2020-01-01"],
    ["2016", "2016 – Present", "2016-01-01", null],
  ])("a period in one field is read: %s", (text, date_range, start_month, end_month) => {
    const reading = createReading();
    expect(toPeriod(text, "", reading)).toEqual({ date_range, start_month, end_month });
    expect([...reading.unread]).toEqual([]);
  });
});

describe("a date in another spelling", () => {
  it.each([
    ["Sept. 2019", "Sep 2019", "2019-09-01"],
    ["09/2019", "Sep 2019", "2019-09-01"],
    ["2019-W03", "Jan 2019", "2019-01-01"],
    ["2019-W01-2", "Jan 2019", "2019-01-01"],
    ["May 3rd, 2019", "May 2019", "2019-05-01"],
    ["2019 August", "Aug 2019", "2019-08-01"],
    ["stycznia 2019", "Jan 2019", "2019-01-01"],
    ["января 2019", "Jan 2019", "2019-01-01"],
    ["Summer 2019", "Summer 2019", "2019-07-01"],
    ["Herbst 2019", "Herbst 2019", "2019-10-01"],
    ["Q2 2019", "Q2 2019", "2019-04-01"],
    ["Winter 2019", "Winter 2019", "2019-01-01"],
  ])("a date in another spelling is read: %s", (text, date_range, start_month) => {
    expect(toPeriod(text, text)).toMatchObject({ date_range, start_month });
  });

  it.each(["present", "Heute", "actuel", "hoy", "oggi", "aujourd’hui", "bis heute", "9999-12-31"])(
    "an end date of %s means that the period continues",
    (text) => {
      expect(toPeriod("2019", text)).toMatchObject({
        date_range: "2019 – Present",
        end_month: null,
      });
    },
  );
});

describe("an odd period", () => {
  const KEYS = ["reversed", "several", "future", "unread"] as const;
  const read = (start: string, end: string, options = {}) => {
    const reading = createReading(options);
    const period = toPeriod(start, end, reading);
    const found = KEYS.filter((key) => reading[key].size > 0);
    return [found.join(), period.date_range, period.start_month, period.end_month];
  };

  it("a period that ends before it begins is kept as text", () => {
    expect(read("2021", "2019")).toEqual(["reversed", "2021 – 2019", null, null]);
    expect(read("Feb 2020 – Jan 2019", "")).toEqual([
      ...["reversed", "Feb 2020 – Jan 2019", null, null],
    ]);
  });

  it("a field with several periods keeps its text and is sorted by the first start", () => {
    expect(read("2003-2005, 2008-2010", "")).toEqual([
      ...["several", "2003 – 2005, 2008 – 2010", "2003-01-01", "2010-12-01"],
    ]);
    expect(read("2003–2005 und 2008 bis heute", "")).toEqual([
      ...["several", "2003 – 2005, 2008 – Present", "2003-01-01", null],
    ]);
  });

  it("the owner is asked about a period that ends in the future", () => {
    const next = String(new Date().getFullYear() + 3);
    const text = `2019 – ${next}`;
    expect(read("2019", next)).toEqual(["future", text, "2019-01-01", `${next}-12-01`]);
    expect(read("2019", next, { endsOpen: true })).toEqual([
      ...["future", "2019 – Present", "2019-01-01", null],
    ]);
    expect(read("2019", String(new Date().getFullYear()))[0]).toBe("");
    // The database cannot store such years.
    expect(read("2019", "2999")).toEqual(["future", "2019 – 2999", null, null]);
  });

  it("a text that is no period is kept as written", () => {
    expect(read("about 2003", "")).toEqual(["unread", "about 2003", null, null]);
    expect(parseRange("Summer 2019")).toBeNull();
  });
});
