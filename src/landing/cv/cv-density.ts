import { plainText } from "../../lib/plain-text.ts";
import type { PageContent } from "../page-content.ts";

/**
 * Lines per page of Letter, the shorter format, and characters per line of A4, the narrower one.
 */
interface Density {
  lines: number;
  characters: number;
  /** Lines of an entry's heading, including its place. */
  heading: number;
}

/** The two densities of cv-style.ts, as measured in print. */
const USUAL: Density = { lines: 51, characters: 98, heading: 2 };
const DENSE: Density = { lines: 64, characters: 116, heading: 1.1 };

/** Estimates whether the smaller type saves a page; a document without scripts cannot measure. */
export function isDense(content: PageContent): boolean {
  return pagesOf(content, DENSE) < pagesOf(content, USUAL);
}

function pagesOf(content: PageContent, density: Density): number {
  return Math.ceil(linesOf(content, density) / density.lines);
}

function linesOf(content: PageContent, { characters, heading }: Density): number {
  const wrapped = (text: string) =>
    text.split("\n").reduce((sum, line) => sum + Math.ceil(line.length / characters), 0);
  const entry = (description: string, skills: string[], rows: number) =>
    rows + ENTRY_GAP + wrapped(description) + wrapped(skills.join(", "));
  const { sections, projects, skillGroups, bio } = content;
  const bySection = sections.map((id) => {
    switch (id) {
      case "about":
        return 0;
      case "skills":
        return skillGroups.reduce(
          (sum, { name, skills }) =>
            sum + wrapped([name, ...skills.map((skill) => skill.name)].join(", ")) + 0.2,
          HEADING,
        );
      case "projects":
        return projects.reduce((sum, one) => sum + entry(one.description, one.stack, 2), HEADING);
      case "languages":
        return HEADING + 1;
      default:
        return content[id].reduce(
          (sum, one) => sum + entry(one.description, one.skills, heading),
          HEADING,
        );
    }
  });
  return bySection.reduce<number>((sum, lines) => sum + lines, HEADER + wrapped(plainText(bio)));
}

/** Lines of the header, of a section's heading with its margins, and between entries. */
const HEADER = 7;
const HEADING = 3;
const ENTRY_GAP = 0.7;
