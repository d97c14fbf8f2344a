import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import { PageHeader } from "../shell/page-header.tsx";
import { type Screen, screens } from "../shell/screens.ts";

/** A welcome and links to the four tools. */
export function DashboardPage() {
  return (
    <div className="grid max-w-[60rem] gap-2">
      <PageHeader text="Your private workspace. Where to?" />
      <ul className="m-0 grid list-none gap-px overflow-hidden rounded border bg-line p-0 sm:grid-cols-2">
        {screens.map((screen) => screen.text && <WelcomeCard key={screen.path} tool={screen} />)}
      </ul>
    </div>
  );
}

function WelcomeCard({ tool: { path, title, text, Icon } }: { tool: Screen }) {
  return (
    <li className="grid bg-surface">
      <Link
        to={path}
        className="group grid grid-cols-[1.25rem_minmax(0,1fr)_1rem] content-start items-start gap-x-4 gap-y-1 p-5 text-ink no-underline hover:bg-raised focus-visible:-outline-offset-2! sm:py-7"
      >
        <Icon aria-hidden="true" className="mt-0.5 size-5 text-accent" />
        <span className="font-semibold text-body">{title}</span>
        <ArrowRight
          aria-hidden="true"
          className="mt-1 size-4 text-line-strong transition-colors group-hover:text-accent"
        />
        <span className="col-start-2 text-note text-pretty text-soft">{text}</span>
      </Link>
    </li>
  );
}
