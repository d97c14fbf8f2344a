import { queryOptions } from "@tanstack/react-query";
import { KIND_NAMES } from "../../../shared/content/kinds.ts";
import { parseSections } from "../../content/sections.ts";
import { entriesPath, infoPath, paths } from "../../lib/paths.ts";
import { plainText } from "../../lib/plain-text.ts";
import type { SiteFacts } from "./site-facts-api.ts";

export const siteFactsQuery = queryOptions({
  queryKey: ["site_facts"],
  // Lets the screen paint while supabase-js is loading.
  queryFn: async () => (await import("./site-facts-api.ts")).readSiteFacts(),
  meta: { reads: ["personal_info", "workspace_users", ...KIND_NAMES] },
});

export type Step = (typeof STEPS)[number];

type StepId = Step[0];

/** What the site lacks, in the order of what it changes on the page; nothing of hidden sections. */
export function missingSteps({ info, counts, withoutPicture, samples }: SiteFacts): Step[] {
  const { hidden } = parseSections(info.sections.value);
  const isDone = (id: StepId) => {
    if (id === "project_pictures") return withoutPicture === 0;
    if (!(id in counts)) {
      const { value } = info[id as keyof typeof info];
      return plainText(value) !== "" && !samples.has(`personal_info ${id}`);
    }
    const sampled = [...samples].filter((key) => key.startsWith(`${id} `)).length;
    return counts[id as keyof typeof counts] > sampled;
  };
  return STEPS.filter(([id, , , , section = id]) => {
    return !hidden.some((one) => one === section) && !isDone(id);
  });
}

/** Whether the site has too little to be called the owner's: no name, or nothing to show. */
export function isNewSite(missing: readonly Step[]): boolean {
  const lacks = (id: StepId) => missing.some(([one]) => one === id);
  return lacks("displayName") || (["experience", "projects", "skills"] as const).every(lacks);
}

const about = infoPath("About you");
const words = infoPath("Your words");
const links = infoPath("Social links");

/** Id (a key of General Info or a table), name, effect, path, and a section with another name. */
const STEPS = [
  ["displayName", "Your name", "The largest words of your page.", about],
  ["tagline", "What you do", "Typed out below your name.", about],
  ["profilePictureUrl", "Portrait", "Shown on the first screen and in links.", paths.admin.info],
  ["personalStatement", "Statement", "The text of About, in your own words.", words, "about"],
  ["experience", "Experience", "Where you have worked.", entriesPath("experience")],
  ["projects", "Projects", "What you have made. A link is enough.", entriesPath("projects")],
  ["social_links", "Links", "Where else people find you, such as GitHub.", links],
  ["project_pictures", "Project pictures", "Some have none.", entriesPath("projects"), "projects"],
  ["skills", "Skills", "What you are good at, in your own categories.", entriesPath("skills")],
  ["education", "Education", "Your degrees and schools.", entriesPath("education")],
  ["email", "Contact email", "Shown in Get In Touch and in your CV.", about],
  ["workspace_users", "Workspace", "The account of your private area.", paths.admin.workspaceUser],
] as const satisfies readonly (readonly [string, string, string, string, string?])[];
