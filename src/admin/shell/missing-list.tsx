import { Link } from "react-router";
import type { Step } from "./missing-steps.ts";

/** What the site still lacks, with a link to the place of each, in the order of what it changes. */
export function MissingList({ steps, label }: { steps: readonly Step[]; label: string }) {
  return (
    <ol aria-label={label} className="m-0 w-full list-none divide-y border-y p-0">
      {steps.map(([id, name, text, path]) => (
        <li key={id} className="grid items-baseline gap-x-4 py-1 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <Link to={path} className="inline-flex min-h-10 items-center justify-self-start">
            {name}
          </Link>
          <p className="m-0 pb-2 text-soft sm:pb-0">{text}</p>
        </li>
      ))}
    </ol>
  );
}
