import { withArticle } from "./english-article.ts";
import { failureTexts, formTexts } from "./script-texts.ts";

/** The fixed texts of the public page. Every language has the same keys; see `languages.ts`. */
export const en = {
  /** BCP 47; see `languages.ts`. */
  language: "en",
  present: "Present",
  /** Period of an entry that has not begun. */
  from: (date: string) => `From ${date}`,
  skip: "Skip to content",
  mainMenu: "Main",
  mobileMenu: "Mobile",
  menu: "Menu",
  home: "Home",
  workspace: "Workspace",
  toWorkspace: "Go to Workspace",
  switchTheme: "Switch color theme",
  greeting: "Hello, I’m",
  welcome: "Hello, and welcome",
  contact: "Contact",
  getInTouch: "Get In Touch",
  viewWork: "View My Work",
  basedIn: "Based in",
  latestRole: "Latest role",
  portraitOf: (name: string) => (name ? `Portrait of ${name}` : "Portrait"),
  screenshotOf: (name: string) => `Screenshot of ${name}`,
  /** The text of About without a statement, made of the site's entries; see `introduce`. */
  introduction: {
    /** `work` is such as "Engineer at Acme in Oslo (since May 2021)". */
    works: (work: string) => `I work as ${withArticle(work)}.`,
    latest: (work: string) => `My latest role: ${work}.`,
    before: (works: string) => `Before that: ${works}.`,
    studied: (degree: string) => `My education: ${degree}.`,
    based: (place: string) => `I am based in ${place}.`,
    at: (work: string, employer: string) => `${work} at ${employer}`,
    in: (work: string, place: string) => `${work} in ${place}`,
    since: (date: string) => `since ${date}`,
    /** Without any entry. */
    nothing: "This is my page.",
  },
  highlights: {
    innovation: "Innovation & Problem-Solving",
    users: "User-Centric Philosophy",
    ambition: "Future Ambition",
  },
  titles: {
    about: "About",
    education: "Education",
    experience: "Professional Experience",
    skills: "My Tech Stack",
    projects: "Featured Projects",
  },
  /** Short names for the menu and the CV, where the titles are too long. */
  names: { experience: "Experience", skills: "Skills", projects: "Projects" },
  subtitles: {
    education: "My academic background and qualifications.",
    experience: "My journey through various roles and responsibilities.",
  },
  /** Shown in place of entries on a new site. */
  emptyTexts: {
    education: "Degrees and courses will be listed here.",
    experience: "Roles and employers will be listed here.",
    skills: "The tools of the trade will be listed here.",
    projects: "The first project is on its way.",
  },
  /** Label for the entries of a section beyond the first ones. */
  moreOf: (section: string) => `More of ${section}`,
  /** Joins a label and a text: "Skills: Go", "Number: 7". */
  labeled: (label: string, text: string) => `${label}: ${text}`,
  otherSkills: "Other",
  moreProjects: "More projects",
  builtWith: "Built with",
  live: "Live",
  code: "Code",
  showMore: "Show More",
  showLess: "Show Less",
  viewAll: "View All on GitHub",
  contactLead: "Questions, ideas and offers are welcome here.",
  /** Text that opens the form, beside an email address and without one; `{here}` is its button. */
  formOffer: "Prefer a form? Click {here} to send me a message.",
  formOnly: "To write to me, click {here} to send me a message.",
  here: "here",
  formNeedsScript: "The message form needs JavaScript.",
  findMe: "Find me on",
  form: formTexts,
  failures: failureTexts,
  rights: "All rights reserved.",
  toTop: "Back to top",
  downloadCv: "Download CV",
  cv: "CV",
  toPage: "Back to the page",
  printHint: "Print this page, or save it as PDF, with Ctrl+P or ⌘P.",
  /** `{link}` is the link to the PDF. */
  cvDownload: "The download of the CV starts automatically. If it does not, {link}.",
  downloadPdf: "download the PDF",
  portfolioOf: (name: string) =>
    name ? `The portfolio of ${name}.` : "A portfolio that has just opened.",
  /** The labels of the facts of an entry, by their columns (`page` in kinds.ts). */
  facts: { number: "Number", grade: "Grade", expires_month: "Expires" },
};

export type PageTexts = typeof en;
