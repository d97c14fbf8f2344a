import type { SectionId } from "../../../content/sections.ts";

/** The headings of the sections on the page. */
export const SECTION_TITLES: Record<SectionId, string> = {
  about: "About",
  education: "Education",
  experience: "Professional Experience",
  skills: "My Tech Stack",
  projects: "Featured Projects",
};
