import { describe, expect, it } from "vitest";
import { fieldsOf, KIND_NAMES } from "../../../shared/content/kinds.ts";
import { ALL_TEXTS } from "./all-texts.ts";
import { LANGUAGES, type Language, languageOf } from "./languages.ts";
import { loadTexts } from "./load-texts.ts";
import { translateDates } from "./translate-dates.ts";

/** A value for the placeholder of a name. */
const NAME = "Ada Ægir";

/** Every text by its path; texts with an optional name both with and without one. */
function textsOf(texts: object, path = ""): [path: string, text: string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] => {
    const at = path ? `${path}.${key}` : key;
    if (typeof value === "function") {
      const names = Array.from({ length: value.length }, () => NAME);
      return [
        [`${at}(name)`, value(...names)],
        [`${at}()`, value(...names.map(() => ""))],
      ];
    }
    return typeof value === "object" ? textsOf(value, at) : [[at, value]];
  });
}

const english = new Map(textsOf(ALL_TEXTS.en));
const others = Object.keys(LANGUAGES).filter((code): code is Language => code !== "en");

/** Words that are the same in English. */
const SAME: Partial<Record<Language, string[]>> = {
  de: ["code", "form.name", "introduction.in()", "introduction.in(name)", "live", "workspace"],
  es: ["form.error"],
  fr: ["code", "contact", "cv", "form.message", "menu", "portraitOf()"],
  it: ["menu"],
  ar: [],
  fa: [],
  he: [],
};

describe.each(others)("the texts in %s", (code) => {
  const own = textsOf(ALL_TEXTS[code]);

  it("the texts of a language are complete, and none is empty", () => {
    expect(own.map(([path]) => path).sort()).toEqual([...english.keys()].sort());
    expect(own.filter(([path, text]) => !path.endsWith("()") && text.trim() === "")).toEqual([]);
  });

  it("the texts of a language are translated, except words that are the same in English", () => {
    // A function of a name alone returns the same separators.
    const same = own.filter(([path, text]) => text === english.get(path) && /\p{L}/u.test(text));
    const without = same.map(([path]) => path).filter((path) => !path.startsWith("labeled"));
    expect(without.sort()).toEqual(SAME[code]);
  });

  it("the texts of a language contain the same names and placeholders, without spaces at their ends", () => {
    const placesIn = (text = "") => text.match(/\{\w+\}|Ada Ægir/g) ?? [];
    for (const [path, text] of own) {
      const places = placesIn(text).sort();
      // The server's own sentence is replaced by the time.
      if (path === "form.limited") expect(places, path).toEqual(["{time}"]);
      else expect(places, path).toEqual(placesIn(english.get(path)).sort());
      if (!path.endsWith("()")) expect(text.trim(), path).toBe(text);
    }
  });

  it("the texts of a language contain the country that Open Graph requires", () => {
    expect(new Intl.Locale(code).maximize().region).toMatch(/^[A-Z]{2}$/);
  });
});

it("every language has a label for each fact on the page", () => {
  const facts = KIND_NAMES.flatMap((kind) =>
    fieldsOf(kind).flatMap(([column, { page, label }]) =>
      page === true ? [[column, label] as const] : [],
    ),
  );
  expect(ALL_TEXTS.en.facts).toEqual(Object.fromEntries(facts));
});

it("French texts have no-break spaces before two-part punctuation marks", () => {
  const breaking = textsOf(ALL_TEXTS.fr).filter(([, text]) =>
    /(?<!\u00a0)[:!?»](?!\w)|«(?!\u00a0)/.test(text.replace(/\{\w+\}/g, "")),
  );
  expect(breaking).toEqual([]);
});

it("loadTexts loads the stored language, and English for an unknown one", async () => {
  const languages = ["de", "", "tlh", "toString", "en"].map((pageLanguage) =>
    languageOf({ pageLanguage }),
  );
  expect(languages).toEqual(["de", "en", "en", "en", "en"]);
  expect(languageOf({})).toBe("en");
  for (const code of [...others, "en"] as const) {
    const texts = await loadTexts(code);
    expect(texts).toBe(ALL_TEXTS[code]);
    expect(texts.language).toBe(code);
  }
});

describe("translateDates", () => {
  it.each([
    ["Mar 2021 – Present", "März 2021 – heute", "mars 2021 – aujourd’hui"],
    ["Mar 2021 – Jun 2023", "März 2021 – Juni 2023", "mars 2021 – juin 2023"],
    ["Jun 2015", "Juni 2015", "juin 2015"],
    ["2019 – Present", "2019 – heute", "2019 – aujourd’hui"],
    ["2019 – 2021", "2019 – 2021", "2019 – 2021"],
  ])("translateDates writes %s in the page's language", (text, german, french) => {
    expect(translateDates(text, ALL_TEXTS.de)).toBe(german);
    expect(translateDates(text, ALL_TEXTS.fr)).toBe(french);
    expect(translateDates(text, ALL_TEXTS.en)).toBe(text);
  });

  it.each([
    ["Mar 2021 – Present", "مارس 2021 – حتى الآن", "مارس ۲۰۲۱ – تاکنون", "מרץ 2021 – היום"],
    ["2019 – 2023", "2019 – 2023", "۲۰۱۹ – ۲۰۲۳", "2019 – 2023"],
    ["Mar 2099 – Present", "ابتداءً من مارس 2099", "از مارس ۲۰۹۹", "החל מ־מרץ 2099"],
  ])(
    "translateDates writes %s in the digits and Gregorian months of Arabic, Persian and Hebrew",
    (text, arabic, persian, hebrew) => {
      expect(translateDates(text, ALL_TEXTS.ar)).toBe(arabic);
      expect(translateDates(text, ALL_TEXTS.fa)).toBe(persian);
      expect(translateDates(text, ALL_TEXTS.he)).toBe(hebrew);
    },
  );

  it.each(["", "since March 2021", "Mar 2021 - present", "Frühjahr 2020", "March 2021 – Present"])(
    "translateDates keeps the owner's own %j",
    (text) => {
      expect(translateDates(text, ALL_TEXTS.de)).toBe(text);
    },
  );
});
