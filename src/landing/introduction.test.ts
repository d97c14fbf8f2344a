import { describe, expect, it } from "vitest";
import type { TimelineRow } from "../content/portfolio.ts";
import { ALL_TEXTS } from "../content/texts/all-texts.ts";
import { withArticle } from "../content/texts/english-article.ts";
import type { Language } from "../content/texts/languages.ts";
import { introduce } from "./introduction.ts";

const role = {
  title: "Machine Learning Consultant",
  organization: "Kinsol Research",
  location: "Montreal",
  date_range: "Mar 2021 – Present",
};
const jobs: TimelineRow[] = [
  role,
  { title: "Intern", organization: "Oldest", date_range: "2014" },
  { title: "Data Scientist", organization: "Acme Inc.", date_range: "Jun 2018 – Feb 2021" },
  { title: "Analyst", organization: "Freelance", date_range: "2016 – 2018" },
  { title: "Advisor", organization: "Elsewhere", date_range: "2015 – Present" },
];
const education = [
  { title: "MSc", area: "Computer Science", organization: "McGill", date_range: "2014 – 2016" },
];
const introduced = (facts: Partial<Parameters<typeof introduce>[0]>, language: Language = "en") =>
  introduce(
    { role: undefined, jobs: [], education: [], location: "", ...facts },
    ALL_TEXTS[language],
  );
const asRole = (row: Partial<TimelineRow>) => introduced({ role: { ...role, ...row } });

describe("introduce", () => {
  it.each([
    [
      "en",
      "I work as a Machine Learning Consultant at Kinsol Research in Montreal (since March 2021). Before that: Data Scientist at Acme Inc.; Analyst (Freelance). My education: MSc, Computer Science, McGill.",
    ],
    [
      "de",
      "Ich arbeite als Machine Learning Consultant bei Kinsol Research in Montreal (seit März 2021). Davor: Data Scientist bei Acme Inc.; Analyst (Freelance). Meine Ausbildung: MSc, Computer Science, McGill.",
    ],
    [
      "es",
      "Trabajo como Machine Learning Consultant en Kinsol Research, Montreal (desde marzo de 2021). Antes de eso: Data Scientist en Acme Inc.; Analyst (Freelance). Mi formación: MSc, Computer Science, McGill.",
    ],
    [
      "fr",
      "Je travaille comme Machine Learning Consultant chez Kinsol Research, Montreal (depuis mars 2021). Avant cela\u00a0: Data Scientist chez Acme Inc.; Analyst (Freelance). Ma formation\u00a0: MSc, Computer Science, McGill.",
    ],
    [
      "it",
      "Lavoro come Machine Learning Consultant presso Kinsol Research, Montreal (dal marzo 2021). In precedenza: Data Scientist presso Acme Inc.; Analyst (Freelance). La mia formazione: MSc, Computer Science, McGill.",
    ],
  ] as const)(
    "introduce writes the facts of the entries in the first person in %s",
    (language, text) => {
      expect(introduced({ role, jobs, education, location: "Montreal" }, language)).toBe(text);
    },
  );

  it("introduce joins words in Arabic letters by their own comma", () => {
    const degree = { title: "کارشناسی", area: "رایانه", organization: "دانشگاه تهران" };
    const text = introduced({ education: [{ ...degree, date_range: "2014" }] }, "fa");
    expect(text).toContain("کارشناسی، رایانه، دانشگاه تهران");
  });

  it("introduce does not write of a role that has ended, or whose dates are unknown, as the current one", () => {
    expect(asRole({ date_range: "2019 – 2021" })).toBe(
      "My latest role: Machine Learning Consultant at Kinsol Research in Montreal (2019 – 2021).",
    );
    expect(asRole({ date_range: null, location: null })).toBe(
      "My latest role: Machine Learning Consultant at Kinsol Research.",
    );
    expect(asRole({ title: "Internship", date_range: "2026 – Present" })).toMatch(
      /^My latest role: Internship at Kinsol Research/,
    );
  });

  it("introduce puts employers and places that are not names in brackets", () => {
    expect(asRole({ organization: "Self-employed", location: "Remote (EU)" })).toBe(
      "I work as a Machine Learning Consultant (Self-employed, Remote (EU), since March 2021).",
    );
    expect(
      asRole({
        organization: "Acme Corp.",
        location: "United Kingdom",
        date_range: "2020 – Present",
      }),
    ).toBe("I work as a Machine Learning Consultant at Acme Corp. (United Kingdom, since 2020).");
    expect(asRole({ organization: "", location: "" })).toBe(
      "I work as a Machine Learning Consultant (since March 2021).",
    );
  });

  it("introduce leaves out what is unknown, and without any fact claims nothing", () => {
    expect(introduced({ location: "Oslo" })).toBe("I am based in Oslo.");
    expect(
      introduced({ education: [{ title: "Oslo University", organization: "Oslo University" }] }),
    ).toBe("My education: Oslo University.");
    expect(introduced({ location: "Remote" })).toBe("This is my page.");
    expect(introduced({}, "de")).toBe("Das ist meine Seite.");
  });
});

it.each([
  ["Engineer", "an Engineer"],
  ["ML Engineer", "an ML Engineer"],
  ["UX Designer", "a UX Designer"],
  ["R&D Lead", "an R&D Lead"],
  ["iOS Developer", "an iOS Developer"],
  ["C++ Developer", "a C++ Developer"],
  ["University Lecturer", "a University Lecturer"],
  ["Unix Administrator", "a Unix Administrator"],
  ["Underwriter", "an Underwriter"],
  ["European Sales Manager", "a European Sales Manager"],
  ["Head of Design", "Head of Design"],
  ["CTO", "CTO"],
  ["Co-Founder & CEO", "Co-Founder & CEO"],
  ["Vice President", "Vice President"],
  ["研究員", "研究員"],
])("withArticle(%j) is %j", (title, text) => {
  expect(withArticle(title)).toBe(text);
});
