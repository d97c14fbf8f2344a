import { useQueries } from "@tanstack/react-query";
import { entriesPath, paths } from "../../lib/paths.ts";
import { countQuery, introducedQuery, sampleQuery } from "./dashboard-queries.ts";

export interface Step {
  /** The screen where it is done. */
  path: string;
  name: string;
  text: string;
  isDone: boolean;
}

/**
 * The first steps and which of them are done. Sample content does not count as the owner's, so while
 * any of it is left, the steps it fills stay open.
 */
export function useSteps(): { steps: Step[]; done: number; isKnown: boolean } {
  const results = useQueries({
    queries: [
      introducedQuery,
      countQuery("experience"),
      countQuery("education"),
      countQuery("projects"),
      countQuery("skills"),
      countQuery("workspace_users"),
      sampleQuery,
    ],
  });
  const [introduced, experience, education, projects, skills, users, sample] = results;
  const isOwn = sample.data === 0;
  const finished = [
    isOwn && introduced.data === true,
    ...[experience, education, projects, skills].map(({ data = 0 }) => isOwn && data > 0),
    (users.data ?? 0) > 0,
  ];
  const steps = STEPS.map(([path, name, text], index) => ({
    path,
    name,
    text,
    isDone: finished[index] ?? false,
  }));
  return {
    steps,
    done: steps.filter(({ isDone }) => isDone).length,
    isKnown: results.every(({ isPending }) => !isPending),
  };
}

const { admin } = paths;

const STEPS = [
  [admin.info, "General Info", "Say who you are: name, tagline, picture, and how to reach you."],
  [entriesPath("experience"), "Experience", "Where you have worked and what you achieved."],
  [entriesPath("education"), "Education", "Your degrees and certificates."],
  [
    entriesPath("projects"),
    "Projects",
    "Show what you have made. A link is enough; a screenshot is added for you.",
  ],
  [entriesPath("skills"), "Skills", "What you are good at, in your own categories."],
  [admin.workspaceUser, "Workspace", "Create the account that opens your private workspace."],
] as const;
