import { useQueries, useQuery } from "@tanstack/react-query";
import { Check, Eraser, ExternalLink, FileInput } from "lucide-react";
import { Link } from "react-router";
import { messageOf } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format.ts";
import { entriesPath, paths } from "../../lib/paths.ts";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import {
  countQuery,
  introducedQuery,
  sampleQuery,
  useClearSampleContent,
} from "./dashboard-queries.ts";

/** A checklist of the first steps, and a button to clear the sample portfolio while it exists. */
export function GettingStarted() {
  const { steps, done, isKnown } = useSteps();
  const isFinished = done === steps.length;
  return (
    <section aria-labelledby="getting-started" className="grid gap-3">
      <header className="flex flex-wrap items-center gap-3">
        <h2 id="getting-started" className="text-body font-semibold">
          Getting Started
        </h2>
        {isKnown && !isFinished && (
          <p className="text-small text-soft tabular-nums">{`${done} of ${steps.length} done`}</p>
        )}
        <a
          className={`${buttonClass("quiet")} -me-4 ms-auto`}
          href={paths.site}
          target="_blank"
          rel="noopener"
        >
          <ExternalLink />
          See your site
        </a>
      </header>
      <SampleContent />
      {isKnown && !isFinished && (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Link className={buttonClass()} to={paths.admin.import}>
            <FileInput />
            Import your CV
          </Link>
          <span className="text-soft">
            Most steps at once, from a JSON Resume or a LinkedIn export.
          </span>
        </p>
      )}
      {isKnown &&
        (isFinished ? (
          <p className="flex items-center gap-2.5 text-soft">
            <Check className="size-4 shrink-0 text-accent" />
            All {steps.length} steps are done. Your page shows what you change here at once.
          </p>
        ) : (
          <ol className="m-0 list-none divide-y border-y p-0">
            {steps.map((step, index) => (
              <StepRow key={step.path} step={step} number={index + 1} />
            ))}
          </ol>
        ))}
    </section>
  );
}

function StepRow({ step: { path, name, text, isDone }, number }: { step: Step; number: number }) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-baseline gap-x-2 py-1 sm:grid-cols-[1.5rem_8.5rem_minmax(0,1fr)]">
      {isDone ? (
        <span className="self-center text-accent">
          <Check className="size-4" />
          <span className="sr-only">Done:</span>
        </span>
      ) : (
        <span aria-hidden="true" className="text-small text-soft tabular-nums">
          {number}
        </span>
      )}
      <Link to={path} className="inline-flex min-h-10 items-center justify-self-start">
        {name}
      </Link>
      {!isDone && (
        <p className="col-start-2 m-0 max-w-[66ch] pb-2 text-soft sm:col-start-3 sm:pb-0">{text}</p>
      )}
    </li>
  );
}

/** Offers to clear the sample portfolio; renders nothing if there is none. */
function SampleContent() {
  const { data: count = 0 } = useQuery(sampleQuery);
  const clear = useClearSampleContent();
  const entries = count === 1 ? "1 sample entry" : `${formatCount(count)} sample entries`;

  function ask() {
    const question = `Remove ${entries} from your site? What you have added or changed stays. This cannot be undone.`;
    if (askToConfirm(question)) clear.mutate(undefined, { onSuccess: reportRemoved });
  }

  return (
    <>
      {count > 0 && (
        <Notice
          kind="info"
          action={
            <Button icon={<Eraser />} pending={clear.isPending} onClick={ask}>
              Clear Sample Content
            </Button>
          }
        >
          Your site still shows {entries}. Change what you like; anything you haven't edited can be
          removed in one click.
        </Notice>
      )}
      {clear.isError && <Notice>Error clearing sample content: {messageOf(clear.error)}</Notice>}
    </>
  );
}

async function reportRemoved(removed: number): Promise<void> {
  const { toast } = await import("sonner");
  toast(removed === 1 ? "Removed 1 sample entry." : `Removed ${removed} sample entries.`);
}

interface Step {
  /** Path of the screen where the step is done. */
  path: string;
  name: string;
  text: string;
  isDone: boolean;
}

/**
 * The first steps, and which of them are done. Sample content does not count, so steps that it
 * would complete stay open while it exists.
 */
function useSteps(): { steps: Step[]; done: number; isKnown: boolean } {
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
  [
    admin.info,
    "General Info",
    "Say who you are: name, tagline, statement, picture, and how to reach you.",
  ],
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
