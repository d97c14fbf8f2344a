import { ExternalLink } from "lucide-react";
import { Link } from "react-router";
import { paths } from "../../lib/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { SampleContent } from "./sample-content.tsx";

const { admin } = paths;

const STEPS = [
  [admin.info, "General Info", "Say who you are: name, tagline, picture, and how to reach you."],
  [admin.experience, "Experience", "Where you have worked and what you achieved."],
  [
    admin.projects,
    "Projects",
    "Show what you have made. A link is enough; a screenshot is added for you.",
  ],
  [admin.skills, "Skills", "What you are good at, in your own categories."],
  [admin.workspaceUser, "Workspace", "Create the account that opens your private workspace."],
] as const;

/** First steps, and how to clear the site while the sample portfolio is still there. */
export function GettingStarted() {
  return (
    <section aria-labelledby="getting-started" className="grid gap-3">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="getting-started" className="text-body font-semibold">
          Getting Started
        </h2>
        <a
          className={`${buttonClass("quiet")} -me-4`}
          href={paths.site}
          target="_blank"
          rel="noopener"
        >
          <ExternalLink aria-hidden="true" />
          See your site
        </a>
      </header>
      <SampleContent />
      <ol className="m-0 list-none divide-y border-y p-0">
        {STEPS.map(([to, name, text], index) => (
          <li
            key={to}
            className="grid grid-cols-[1.5rem_minmax(0,1fr)] items-baseline gap-x-2 py-1 sm:grid-cols-[1.5rem_8.5rem_minmax(0,1fr)]"
          >
            <span aria-hidden="true" className="text-small text-soft tabular-nums">
              {index + 1}
            </span>
            <Link to={to} className="inline-flex min-h-10 items-center justify-self-start">
              {name}
            </Link>
            <p className="col-start-2 m-0 max-w-[66ch] pb-2 text-soft sm:col-start-3 sm:pb-0">
              {text}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
