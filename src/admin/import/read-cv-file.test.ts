import { readFileSync } from "node:fs";
import { strToU8, type Zippable, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { readCvFile } from "./read-cv-file.ts";
import { emptySite, importInto, readAsVisitor } from "./stored-import.fixture.ts";

const read = (parts: BlobPart[]) =>
  readCvFile(new File(parts, "cv"), { signal: new AbortController().signal, onProgress: () => {} });
const readJson = (value: unknown) => read([JSON.stringify(value)]);
const zip = (files: Record<string, string | Zippable[string]>) =>
  new Uint8Array(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, file]) => [
          name,
          typeof file === "string" ? strToU8(file) : file,
        ]),
      ) as Zippable,
      { level: 1 },
    ),
  );

describe("a JSON Resume of another program", () => {
  it("a JSON Resume of another program is read completely, and values without a place are listed", async () => {
    const path = "node_modules/@jsonresume/schema/sample.resume.json";
    const { kind, content } = await read([readFileSync(path)]);
    expect(kind).toBe("JSON Resume");
    expect(content.info).toMatchObject({
      displayName: "Richard Hendriks",
      tagline: "Programmer",
      location: "San Francisco, California, US",
      email: "richard.hendriks@mail.com",
    });
    expect(content.experience[0]).toMatchObject({
      title: "CEO/President",
      organization: "Pied Piper",
      start_month: "2013-12-01",
      end_month: "2014-12-01",
      date_range: "Dec 2013 – Dec 2014",
    });
    expect(content.experience[0]?.description).toMatch(/^Pied Piper is .*\n- Build an algorithm/);
    expect(content.education[0]?.title).toBe("Bachelor");
    expect(content.education[0]).toMatchObject({ area: "Information Technology", grade: "4.0" });
    expect(content.skills).toContainEqual({
      name: "HTML",
      level: null,
      level_text: "Master",
      icon: null,
      category: "Web Development",
    });
    expect(content.volunteering).toMatchObject([
      { title: "Teacher", organization: "CoderDojo", start_month: "2012-01-01" },
    ]);
    expect(content.awards).toMatchObject([
      {
        title: "Digital Compression Pioneer Award",
        organization: "Techcrunch",
        date_range: "Nov 2014",
      },
    ]);
    expect(content.publications).toMatchObject([
      { organization: "Hooli", link: "http://en.wikipedia.org/wiki/Silicon_Valley_(TV_series)" },
    ]);
    expect(content.languages).toEqual([{ title: "English", level_text: "Native speaker" }]);
    expect(content.interests).toMatchObject([
      { title: "Wildlife", skills: ["Ferrets", "Unicorns"] },
    ]);
    expect(content.recommendations).toMatchObject([{ title: "Erlich Bachman" }]);
    expect(content.notes).toEqual([
      expect.stringMatching(/^Meta, canonical: https:/),
      "Meta, version: v1.0.0",
      "Meta, last modified: 2017-12-24T15:53:00",
    ]);
  });

  it("a JSON Resume of another program with hostile values or other types yields only storable values", async () => {
    const { content } = await readJson({
      basics: { name: 7, summary: ["x"], profiles: "none", email: "a@b@c", image: "javascript:x" },
      work: [null, 3, { position: "Dev", name: "X", startDate: {}, highlights: [1, null, "two"] }],
      education: { institution: "not a list" },
      projects: [
        { name: "P", url: "javascript:alert(1)" },
        { name: "Q", url: "q.example/<b>", description: "x".repeat(20_001) },
        { name: "R", url: "r.example" },
      ],
      meta: { foyer: { info: { bio: "<img src=x onerror=alert(1)>", faviconSvg: "<script/>" } } },
    });
    const { plan } = importInto(emptySite(), content);
    const found = plan.items.map(({ name, status, reason, missing }) =>
      [name, status, reason || missing.at(-1)].join(" "),
    );
    expect(found).toEqual([
      "Display name added ",
      "Bio added ",
      "Contact email refused “a@b@c” can't be used here.",
      "Profile picture refused “javascript:x” can't be used here.",
      "Site icon refused “<script/>” can't be used here.",
      "Dev, X added no dates",
      "not a list added no dates",
      "P added Live Link “javascript:alert(1)” can't be used",
      "Q refused Please use at most 20,000 characters.",
      "R added no picture",
    ]);
    expect(content.experience[0]?.description).toBe("- 1\n- two");
  });
});

it("YAML is read like JSON, with its dates and numbers as written", async () => {
  const text =
    "# CV\nbasics:\n  name: Ada\n  location: {postalCode: 01067, city: Dresden}\nwork:\n  - name: Babbage\n    position: Analyst\n    startDate: 2019-03\n    endDate: null\n    highlights:\n      - One\n";
  const { content } = await read([text]);
  expect(content.info).toMatchObject({ displayName: "Ada", postalAddress: "01067" });
  expect(content.experience).toMatchObject([
    { date_range: "Mar 2019 – Present", description: "- One" },
  ]);
  await expect(read(["basics:\n  - a: [\n"])).rejects.toThrow(/not valid YAML.*line \d/);
});

describe("the order of entries", () => {
  const file = {
    work: [
      { position: "First", name: "A", startDate: "2010-01", endDate: "2012-01" },
      { position: "Last", name: "B", startDate: "2020-01" },
    ],
    projects: [
      { name: "Zebra", url: "z.example" },
      { name: "Ape", url: "a.example" },
    ],
    skills: [{ name: "Web", keywords: ["TypeScript", "Go"] }],
  };
  const titles = (rows: { title: string }[]) => rows.map(({ title }) => title);

  it("the order of entries of another program is the newest first, unless the owner keeps that of the file", async () => {
    const { content } = await readJson(file);
    const { site, plan } = importInto(emptySite(), content);
    expect(plan.ordered).toEqual(["experience", "skills"]);
    expect(site.experience.map(({ position }) => position)).toEqual([undefined, undefined]);
    const shown = await readAsVisitor(site);
    expect(titles(shown.experience)).toEqual(["Last", "First"]);
    expect(shown.projects.map(({ name }) => name)).toEqual(["Zebra", "Ape"]);
    expect(shown.skills.toSorted(byPosition).map(({ name }) => name)).toEqual(["TypeScript", "Go"]);
    const kept = importInto(emptySite(), { ...content, isOwn: true });
    expect(titles((await readAsVisitor(kept.site)).experience)).toEqual(["First", "Last"]);
  });

  it("the order of entries is not stored if it is the default order", async () => {
    const work = [file.work[1], file.work[0]];
    const { content } = await readJson({ work, projects: file.projects });
    const { site, plan } = importInto(emptySite(), { ...content, isOwn: true });
    expect(plan.ordered).toEqual([]);
    expect([...site.experience, ...site.projects].map(({ position }) => position)).toEqual(
      Array(4).fill(undefined),
    );
  });

  const byPosition = (one: { position: number | null }, other: { position: number | null }) =>
    Number(one.position) - Number(other.position);
});

describe("a LinkedIn export", () => {
  const files = {
    "Profile.csv":
      'First Name,Last Name,Headline,Summary,Geo Location,Websites\nAda,Lovelace,Analyst,"First, and\n""only""",London,"[PERSONAL:https://ada.example,BLOG:b.example]"\n',
    "Positions.csv":
      "Company Name,Title,Description,Location,Started On,Finished On\nBabbage,Analyst,Notes,London,Mar 2021,\nMenabrea,Translator,,,2019,2020\n",
    "Education.csv":
      "School Name,Start Date,End Date,Notes,Degree Name,Activities\nHome,2012,2015,,BSc,\n",
    "Skills.csv": "\ufeffName\nReact\nWeaving\n",
    "Projects.csv": "Title,Description,Url,Started On,Finished On\nNote G,,,,\n",
    "Email Addresses.csv":
      "Email Address,Confirmed,Primary,Updated On\nold@x.example,Yes,No,\nada@x.example,Yes,Yes,\n",
    "Languages.csv": "Name,Proficiency\nFrench,Fluent\n",
    "Certifications.csv":
      "Name,Url,Authority,Started On,Finished On,License Number\nPilot,p.example,FAA,Mar 2020,,7\n",
    "Volunteering.csv":
      "Company Name,Role,Cause,Started On,Finished On,Description\nDojo,Teacher,,2012,2013,Kids\n",
    "Honors.csv": "Title,Description,Issued On\nPrize,First,2014\n",
    "Publications.csv":
      "Name,Published On,Description,Publisher,Url\nPaper,Nov 2014,,Press,x.example\n",
  };

  it("a LinkedIn export is read by its column names", async () => {
    const nested = { "Basic/messages.csv": "x", ...files };
    const { kind, content } = await read([zip(nested)]);
    expect(kind).toBe("LinkedIn export");
    expect(content.info).toEqual({
      displayName: "Ada Lovelace",
      tagline: "Analyst",
      location: "London",
      bio: "<p>First, and</p><p>&#34;only&#34;</p>",
      email: "ada@x.example",
    });
    expect(content.social_links.map(({ name, url }) => [name, url])).toEqual([
      ["Website", "https://ada.example"],
      ["Blog", "https://b.example"],
    ]);
    expect(content.experience.map((entry) => [entry.date_range, entry.start_month])).toEqual([
      ["Mar 2021 – Present", "2021-03-01"],
      ["2019 – 2020", "2019-01-01"],
    ]);
    expect(content).toMatchObject({
      languages: [{ title: "French", level_text: "Fluent" }],
      certificates: [
        {
          ...{ title: "Pilot", organization: "FAA", link: "https://p.example", number: "7" },
          ...{ start_month: "2020-03-01", date_range: "Mar 2020" },
        },
      ],
      volunteering: [{ title: "Teacher", organization: "Dojo", date_range: "2012 – 2013" }],
      awards: [{ title: "Prize", description: "First", date_range: "2014" }],
      publications: [{ title: "Paper", organization: "Press", link: "https://x.example" }],
    });
    const { plan, site } = importInto(emptySite(), content);
    expect(plan.items.find(({ name }) => name === "Note G")?.missing).toEqual([
      "no public link",
      "no description",
      "no picture",
    ]);
    expect(site.skill_categories).toMatchObject([{ name: "Skills" }]);
    expect(site.skills.map(({ name, level, icon }) => [name, level, icon]).sort()).toEqual([
      ["React", null, "React"],
      ["Weaving", null, null],
    ]);
    const again = importInto(site, content);
    expect(again.plan.items.filter(({ status }) => status !== "same")).toEqual([]);
  });

  it("a LinkedIn export takes a school without a degree as the title, and offers no hidden recommendation", async () => {
    const { content } = await read([
      zip({
        "Profile.csv":
          'First Name,Last Name,Industry,Websites\nLéa,Example,Software,"[PERSONAL:https://lea.example,COMPANY:https://co.example,OTHER:https://lea.example/]"\n',
        "Education.csv":
          "School Name,Start Date,End Date,Notes,Degree Name,Activities\nSchool X,2002,2005,,,\n",
        "Recommendations_Received.csv":
          "First Name,Last Name,Company,Job Title,Text,Creation Date,Status\nA,B,Co,Boss,Great,,VISIBLE\nC,D,Co,Boss,Good,,HIDDEN\nE,F,Co,Boss,Fine,,Masquée\n",
        "Courses.csv": "Name,Number\nAlgebra,7\n",
      }),
    ]);
    const { plan, site } = importInto(emptySite(), content);
    expect(site.education).toMatchObject([{ title: "School X", organization: "School X" }]);
    expect((await readAsVisitor(site)).education).toMatchObject([{ title: "School X" }]);
    // Earlier versions imported schools without a degree with this title.
    for (const entry of site.education) entry.title = "Studies";
    const again = importInto(site, content);
    expect(again.site.education).toMatchObject([{ title: "School X" }]);
    expect(site.social_links.map(({ name }) => name)).toEqual([
      "Website (lea.example)",
      "Website (co.example)",
    ]);
    const references = plan.items.filter(({ kind }) => kind === "recommendations");
    expect(references.map(({ name, isOptional, missing }) => [name, isOptional, missing])).toEqual([
      ["A B, Boss, Co", false, []],
      ["C D, Boss, Co", true, ["hidden in the file"]],
      ["E F, Boss, Co", true, ["hidden in the file"]],
    ]);
    expect(content.notes).toEqual([
      "Profile.csv 1, industry: Software",
      "Recommendations Received.csv 2, status: HIDDEN",
      "Recommendations Received.csv 3, status: Masquée",
      "Courses.csv 1, name: Algebra",
      "Courses.csv 1, number: 7",
    ]);
  });

  it.each([
    ["that unpacks to 64 MB", { "Profile.csv": new Uint8Array(64 * 1024 * 1024) }, /larger than 2/],
    ["of something else", { "a.txt": "x" }, /not a LinkedIn data export/],
    ["in Latin-1", { "Profile.csv": new Uint8Array([0x4a, 0xf6]) }, /not encoded in UTF-8/],
  ])("a LinkedIn export %s is refused", async (_, content, reason) => {
    await expect(read([zip(content)])).rejects.toThrow(reason);
  });

  it("a LinkedIn export that is damaged is refused", async () => {
    const bytes = zip(files);
    bytes.fill(0xff, 60, 200);
    await expect(read([bytes])).rejects.toThrow(/damaged or encrypted/);
  });
});

it("a CV in UTF-16, as some Windows programs save it, is read", async () => {
  const text = '\ufeff{"basics":{"name":"Jörg"}}';
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 255);
  const wide = Uint8Array.from([...bytes].flatMap((byte, at) => [byte, text.charCodeAt(at) >> 8]));
  expect((await read([wide])).content.info.displayName).toBe("Jörg");
});

it("a CV in Latin-1 is read", async () => {
  const bytes = Uint8Array.from('{"basics":{"name":"Jörg"}}', (letter) => letter.charCodeAt(0));
  expect((await read([bytes])).content.info.displayName).toBe("Jörg");
});

describe("other files are refused with a sentence:", () => {
  it.each([
    ["a picture", ["\x89PNG"], /not a CV/],
    ["a program", [new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])], /not a CV/],
    ["a page", ['<!doctype html><script>{"basics":{}}</script>'], /not a CV/],
    ["an empty one", [" \n"], /^This file is empty/],
    ["a PDF", ["%PDF-1.7\n"], /This is a PDF/],
    ["FRESH", ['{"name":"A","meta":{"format":"FRESH@0.6.0"}}'], /a FRESH resume/],
    ["FRESH without its name", ['{"employment":{"history":[]}}'], /a FRESH resume/],
    ["Reactive Resume 5", ['{"basics":{},"sections":{},"customSections":[]}'], /a Reactive Resume/],
    ["Reactive Resume 4", ['{"basics":{"customFields":[]},"sections":{}}'], /a Reactive Resume/],
    ["Reactive Resume 3", ['{"basics":{},"sections":{"work":{"items":[]}}}'], /a Reactive Resume/],
    ["Reactive Resume 2", ['{"profile":{"heading":"P"},"work":{"items":[]}}'], /a Reactive Resume/],
    ["Reactive Resume 1", ['{"data":{"profile":{"heading":"P"}},"theme":{}}'], /a Reactive Resume/],
    ["Europass in JSON", ['{"SkillsPassport":{"LearnerInfo":{}}}'], /Europass CV \(JSON\)/],
    ["Europass in XML", ['<?xml version="1.0"?>\n<SkillsPassport/>'], /Europass CV \(XML\)/],
    ["Europass in PDF", ["%PDF-1.7\n/Creator (Europass)"], /Europass CV \(PDF\)/],
    ["HR-XML", ['<Candidate xmlns="http://www.hr-xml.org/3"/>'], /HR-XML/],
    ["JSON-LD", ['{"@context":"https://schema.org","@type":"Person"}'], /JSON-LD/],
    ["RenderCV", ["cv:\n  name: A\n  sections: {}\n"], /a RenderCV file/],
    ["a LinkedIn CSV", ["Company Name,Title,Description\nA,B,C\n"], /Choose the whole zip/],
    ["a PDF in binary", ["%PDF-1.7\n", new Uint8Array([0xff, 0xfe, 0x80])], /This is a PDF/],
    ["JSON with a mistake", ['{\n  "basics": {},\n  "work": [}\n}'], /line 3, column 12/],
    ["JSON of something else", ['{"a":1}'], /not a CV/],
    [
      "a deeply nested CV",
      [`{"work":[],"x":${"[".repeat(90_000)}${"]".repeat(90_000)}}`],
      /too deeply/,
    ],
    ["deeply nested JSON", ["[".repeat(500_000)], /not a CV/],
    ["a large one", ['{"basics":"', "x".repeat(5 * 1024 * 1024), '"}'], /at most 5/],
    [
      "too many entries",
      [JSON.stringify({ work: Array(2001).fill({ name: "A" }) })],
      /2,001 entries/,
    ],
    ["a newer export", ['{"format":"foyer-content","version":2}'], /newer Foyer/],
  ])("a file that is no CV is refused with a sentence: %s", async (_, parts, reason) => {
    await expect(read(parts)).rejects.toThrow(reason);
  });
});
