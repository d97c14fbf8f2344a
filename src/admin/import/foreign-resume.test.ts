import { describe, expect, it } from "vitest";
import { parseSections } from "../../content/sections.ts";
import { readCvFile } from "./read-cv-file.ts";
import { emptySite, importInto } from "./stored-import.fixture.ts";

const readJson = (value: unknown) =>
  readCvFile(new File([JSON.stringify(value)], "cv.json"), {
    signal: new AbortController().signal,
    onProgress: () => {},
  });

describe("a JSON Resume of another program", () => {
  it("a JSON Resume of another program is read although its parts have other names, are texts or are plain lists", async () => {
    const { content } = await readJson({
      basics: { name: "Ada", location: "London" },
      experience: [{ title: "Analyst", company: "Babbage", start_date: "2019-03", tools: "Go, C" }],
      education: [
        { institution: "Home", summary: "Mathematics.", highlights: ["Proofs"] },
        { institution: "Hall", studyType: "BSc", links: ["hall.example"] },
      ],
      volunteer: [{ organization: "Dojo", position: "Teacher", date: "2012" }],
      awards: [{ title: "Prize", links: ["https://prize.example"] }],
      projects: [{ name: "P", links: ["p.example", "https://code.example/p"] }],
      publications: [
        { name: "Notes", website: "notes.example", authors: ["Ada Lovelace", "L. Menabrea"] },
        { name: "More", doi: "10.1000/182", authors: ["Lovelace, A.", "Menabrea, L."] },
      ],
      languages: ["English", "French"],
      interests: "Music, Chess",
      skills: { Web: ["CSS"], Data: ["SQL"] },
    });
    expect(content).toMatchObject({
      info: { displayName: "Ada", location: "London" },
      experience: [
        {
          ...{ title: "Analyst", organization: "Babbage", skills: ["Go", "C"] },
          date_range: "Mar 2019 – Present",
        },
      ],
      education: [
        { title: "Home", organization: "Home", description: "Mathematics.\n- Proofs" },
        { title: "BSc", organization_link: "https://hall.example" },
      ],
      volunteering: [{ title: "Teacher", date_range: "2012", start_month: "2012-01-01" }],
      awards: [{ title: "Prize", link: "https://prize.example" }],
      projects: [{ live_link: "https://p.example", github_link: "https://code.example/p" }],
      publications: [
        { link: "https://notes.example", authors: "Ada Lovelace, L. Menabrea" },
        { link: "https://doi.org/10.1000/182", authors: "Lovelace, A.; Menabrea, L." },
      ],
      languages: [{ title: "English" }, { title: "French" }],
      interests: [{ title: "Music" }, { title: "Chess" }],
      skills: [
        { name: "CSS", category: "Web" },
        { name: "SQL", category: "Data" },
      ],
      notes: [],
    });
  });

  it("the import of another program's JSON Resume lists omitted values with their place in words", async () => {
    const { content } = await readJson({
      basics: { name: "Ada", pronouns: "she" },
      work: [
        { name: "A", position: "Dev", teamSize: 7, remote: true },
        { name: "B", position: "Dev", tech: { main: ["Go", "C"] } },
        { summary: "Of nobody" },
      ],
      patents: [{ title: "Engine", number: "12" }],
      "x-hobby": "Chess",
    });
    expect(content.notes).toEqual([
      "Basics, pronouns: she",
      "Work 1, team size: 7",
      "Work 1, remote: true",
      "Work 2, tech, main: Go, C",
      "Work 3, summary: Of nobody",
      "Patents 1, title: Engine",
      "Patents 1, number: 12",
      "X hobby: Chess",
    ]);
  });

  it("a JSON Resume of another program has no entries for the blanks of a template", async () => {
    const { content } = await readJson({
      work: [{ company: "", position: "", startDate: "" }],
      publications: [{ title: "", details: "", link: "" }],
      skills: [{ name: "", keywords: ["", "C", ""] }],
    });
    const { plan } = importInto(emptySite(), content);
    expect(plan.items.map(({ name }) => name)).toEqual(["C"]);
    expect(content.notes).toEqual([]);
  });

  it("a skill of another program's JSON Resume is named by its entry if the keywords state its level", async () => {
    const { content } = await readJson({
      skills: [
        { name: "TypeScript", level: "Long experience", keywords: ["6 years", "in use"] },
        { name: "Vue", level: "Practice", keywords: ["7 Jahre", "10+ projects", "privat"] },
        { name: "Docker", keywords: ["3 ans", "privat"] },
        { name: "Web", level: "Master", keywords: ["HTML", "CSS", "3D"] },
      ],
    });
    expect(
      content.skills.map(({ name, level_text, category }) => [name, level_text, category]),
    ).toEqual([
      ["TypeScript", "Long experience, 6 years, in use", undefined],
      ["Vue", "Practice, 7 Jahre, 10+ projects, privat", undefined],
      ["Docker", "3 ans, privat", undefined],
      ["HTML", "Master", "Web"],
      ["CSS", "Master", "Web"],
      ["3D", "Master", "Web"],
    ]);
  });

  it("a JSON Resume of another program has each address once, and tells links of one name apart", async () => {
    const { content } = await readJson({
      basics: {
        url: "https://BLOG.example.org",
        summary: "More at https://a.example/b_(c). End",
        profiles: [
          { network: "Blog", url: "https://blog.example.org/" },
          { network: "Website", url: "one.example/a" },
          { network: "Website", url: "https://two.example" },
          { network: "Shop", url: "https://two.example/" },
        ],
      },
    });
    expect(content.social_links.map(({ name, url }) => [name, url])).toEqual([
      ["Blog", "https://blog.example.org/"],
      ["Website (one.example/a)", "https://one.example/a"],
      ["Website (two.example)", "https://two.example"],
    ]);
    expect(content.notes).toEqual(["Shop: https://two.example/, which is listed already."]);
    expect(content.info.bio).toBe(
      '<p>More at <a href="https://a.example/b_(c)">https://a.example/b_(c)</a>. End</p>',
    );
  });

  it("two or more jobs are proposed before education, unless the owner has an order", async () => {
    const job = (year: string) => ({ name: "Babbage", position: "Analyst", startDate: year });
    const education = [{ institution: "Home", studyType: "BSc" }];
    const proposed = async (file: object, site = emptySite()) => {
      const { content } = await readJson(file);
      const { plan } = importInto(site, content);
      return plan.items.find(({ id }) => id === "sections");
    };
    const work = [job("1842"), job("1843")];
    const proposal = await proposed({ work, education });
    expect(proposal).toMatchObject({
      status: "added",
      name: "Order of the sections",
      preview: ["Professional Experience before Education"],
    });
    expect(parseSections(String(proposal?.row?.value)).order.slice(0, 5)).toEqual([
      ...["about", "experience", "education", "skills", "projects"],
    ]);
    const row = { key: "sections", value: '{"order":["skills"]}', revision: 1 };
    expect(await proposed({ work, education }, { ...emptySite(), info: [row] })).toBeUndefined();
    expect(await proposed({ work: [job("1842")], education })).toBeUndefined();
    expect(await proposed({ work })).toBeUndefined();
  });

  it("a JSON Resume of another program offers its language for the page, unless the page has it", async () => {
    const texts = {
      de: "Ich entwickle Software für Behörden und arbeite mit kleinen Teams, die ihre Nutzer kennen.",
      es: "Desarrollo programas para la administración y trabajo con los equipos del ministerio.",
      fr: "Je développe des logiciels pour les mairies et je travaille avec une petite équipe.",
      it: "Sviluppo software per gli enti e lavoro con i piccoli gruppi della pubblica amministrazione.",
      ar: "أطور البرمجيات في القطاع العام مع فرق صغيرة، من التصميم إلى التشغيل على خوادمنا.",
      fa: "برای سازمان‌های دولتی نرم‌افزار می‌نویسم و با تیم‌های کوچک از طراحی تا اجرا کار می‌کنم.",
      he: "אני מפתח תוכנה עם צוותים קטנים של המגזר הציבורי, כולל תכנון וגם תפעול על שרתים.",
      ur: "میں سرکاری اداروں کے لیے سافٹ ویئر بناتا ہوں اور چھوٹی ٹیموں کے ساتھ کام کرتا ہوں۔",
      pt: "Desenvolvo programas para a administração e trabalho com os grupos do ministério.",
      en: "I write software for the public and work with small teams.",
    };
    for (const [language, summary] of Object.entries(texts)) {
      const { content } = await readJson({ basics: { summary } });
      const { plan, site } = importInto(emptySite(), content);
      const offered = plan.items.find(({ id }) => id === "pageLanguage");
      const isOffered = !["en", "pt", "ur"].includes(language);
      expect([language, offered?.row?.value]).toEqual([language, isOffered ? language : undefined]);
      expect(importInto(site, content).plan.items.every(({ row }) => row === null)).toBe(true);
    }
  });

  it("the review of another program's JSON Resume shows what will be published, and does not preselect hidden entries", async () => {
    const { content } = await readJson({
      basics: { location: { city: "Lyon", region: "Rhône" } },
      work: [
        {
          name: "A",
          position: "Dev",
          startDate: "2020",
          summary: "First.\nSecond.",
          visible: true,
        },
        { name: "B", position: "Dev", startDate: "2019", endDate: "2020", hidden: true },
      ],
      skills: [{ name: "Web", level: "Good", keywords: ["CSS"] }],
      meta: { foyer: { info: { sections: '{"order":["skills","about"],"hidden":["projects"]}' } } },
    });
    const { plan, site } = importInto(emptySite(), content);
    expect(plan.items.map(({ name, preview, isOptional }) => [name, preview, isOptional])).toEqual([
      ["Location", ["Lyon, Rhône"], false],
      ["Order of the sections", [expect.stringMatching(/^My Tech Stack, About, Education/)], false],
      ["Dev, A", ["2020 – Present", "First."], false],
      ["Dev, B", ["2019 – 2020"], true],
      ["CSS", ["Web · Good"], false],
    ]);
    expect(site.info.map(({ key }) => key).sort()).toEqual([
      "location",
      "locationParts",
      "sections",
    ]);
  });
});
