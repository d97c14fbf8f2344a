import type { KindName } from "../../../shared/content/kind.ts";
import { parseSections, type SectionId } from "../../content/sections.ts";
import { formatCount } from "../../lib/format.ts";
import { entriesPath, infoPath, paths } from "../../lib/paths.ts";
import { plainText } from "../../lib/plain-text.ts";
import type { StoredValue } from "./info-rows.ts";

/** The values of General Info that the steps depend on. */
export const STEP_KEYS = [
  "displayName",
  "tagline",
  "profilePictureUrl",
  "personalStatement",
  "email",
  "sections",
] as const;

/** Tables whose rows the panel counts. */
export const COUNTED = [
  "experience",
  "education",
  "projects",
  "skills",
  "social_links",
  "workspace_users",
] as const;

export type CountedTable = (typeof COUNTED)[number];

type StepKey = Exclude<(typeof STEP_KEYS)[number], "sections">;

export interface SiteFacts {
  info: Record<(typeof STEP_KEYS)[number], StoredValue>;
  counts: Record<CountedTable, number>;
  /** Number of projects without a picture. */
  withoutPicture: number;
  /** The unchanged sample content, which completes no step; see `listSampleContent`. */
  samples: ReadonlySet<string>;
}

export interface Step {
  id: StepKey | CountedTable | "project_pictures";
  name: string;
  /** What the step changes for visitors. */
  text: string;
  /** Path of the screen where the step is done. */
  path: string;
  /** A step of a section that the owner has hidden is not proposed. */
  section?: SectionId;
}

/** The steps that are not done yet, in the order of what they change on the page. */
export function missingSteps({ info, counts, withoutPicture, samples }: SiteFacts): Step[] {
  const { hidden } = parseSections(info.sections.value);
  const samplesOf = (table: string) =>
    [...samples].filter((key) => key.startsWith(`${table} `)).length;
  const isMissing = ({ id }: Step) => {
    if (id === "project_pictures") return withoutPicture > 0;
    if (id in counts) return counts[id as CountedTable] <= samplesOf(id);
    return plainText(info[id as StepKey].value) === "" || samples.has(`personal_info ${id}`);
  };
  return STEPS.filter((step) => !(step.section && hidden.includes(step.section)))
    .filter(isMissing)
    .map((step) => ({ ...step, text: step.text.replace("{count}", formatCount(withoutPicture)) }));
}

/** Whether the site has too little to be called the owner's: no name, or nothing to show. */
export function isNewSite(missing: readonly Step[]): boolean {
  const lacks = (one: Step["id"]) => missing.some(({ id }) => id === one);
  return lacks("displayName") || (["experience", "projects", "skills"] as const).every(lacks);
}

const ofKind = (id: KindName & SectionId & CountedTable, name: string, text: string): Step => {
  return { id, name, text, path: entriesPath(id), section: id };
};

/** All steps; the first two are asked for in Getting Started itself. */
const STEPS: readonly Step[] = [
  {
    id: "displayName",
    name: "Your name",
    text: "The largest words of your page, and its title in search results.",
    path: infoPath("about-you"),
  },
  {
    id: "tagline",
    name: "What you do",
    text: "Typed out below your name. Under 40 characters works best.",
    path: infoPath("about-you"),
  },
  {
    id: "profilePictureUrl",
    name: "Portrait",
    text: "Shown on the first screen, in About and in link previews.",
    path: paths.admin.info,
  },
  {
    id: "personalStatement",
    name: "Statement",
    text: "The text of About, in your own words. Until then, About can only repeat facts.",
    path: infoPath("words"),
    section: "about",
  },
  ofKind("experience", "Experience", "Where you have worked and what you achieved."),
  ofKind("projects", "Projects", "What you have made. A link is enough to begin with."),
  {
    id: "social_links",
    name: "Links",
    text: "Where else people find you, such as GitHub or LinkedIn.",
    path: infoPath("links"),
  },
  {
    id: "project_pictures",
    name: "Project pictures",
    text: "Projects without a picture: {count}. A picture shows what you made at a glance.",
    path: entriesPath("projects"),
    section: "projects",
  },
  ofKind("skills", "Skills", "What you are good at, in your own categories."),
  ofKind("education", "Education", "Your degrees and schools."),
  {
    id: "email",
    name: "Contact email",
    text: "Shown in Get In Touch and in your CV.",
    path: infoPath("about-you"),
  },
  {
    id: "workspace_users",
    name: "Workspace",
    text: "Not on your page: the account that opens your private workspace.",
    path: paths.admin.workspaceUser,
  },
];
