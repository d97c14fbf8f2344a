import { expect, it } from "vitest";
import type { ProjectRow } from "../content/portfolio.ts";
import { ALL_TEXTS } from "../content/texts/all-texts.ts";
import { newestWork } from "./newest-work.ts";

const project = (name: string, date_range: string | null) => ({ name, date_range }) as ProjectRow;

it("newestWork returns the three newest projects with their years, whatever the owner's order", () => {
  const projects = [
    project("Oldest", "2011"),
    project("Undated", null),
    project("Running", "Mar 2019 – Present"),
    project("Finished", "Jan 2020 – Feb 2024"),
    project("In words", "since the spring of 2021"),
  ];
  const jobs = [{ title: "Engineer", organization: "Acme", date_range: "2024 – Present" }];
  expect(newestWork(projects, jobs, ALL_TEXTS.de)).toEqual([
    { name: "Running", years: "2019 – heute" },
    { name: "Finished", years: "2020 – 2024" },
    { name: "In words", years: "2021" },
  ]);
  const undated = ["B", "A"].map((name) => project(name, null));
  expect(newestWork(undated, [], ALL_TEXTS.en)).toEqual([
    { name: "B", years: "" },
    { name: "A", years: "" },
  ]);
});

it("newestWork returns the latest employers without projects, each once with the whole period", () => {
  const jobs = [
    { title: "Lead", organization: "Acme", date_range: "2022 – Present" },
    { title: "Engineer", organization: "Acme", date_range: "Jun 2019 – Dec 2021" },
    { title: "Consultant", organization: null, date_range: "2018" },
    { title: "Intern", organization: "Oldest", date_range: "2010 – 2011" },
    { title: "Analyst", organization: "Bank", date_range: "2012 – 2017" },
  ];
  expect(newestWork([], jobs as never, ALL_TEXTS.en)).toEqual([
    { name: "Acme", years: "2019 – Present" },
    { name: "Consultant", years: "2018" },
    { name: "Bank", years: "2012 – 2017" },
  ]);
  expect(newestWork([], [], ALL_TEXTS.en)).toEqual([]);
});
