import { ArrowRight } from "lucide-react";
import { Suspense } from "react";
import { Link } from "react-router";
import { lazyComponent } from "../../ui/lazy-component.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { Screen } from "../shell/screen.ts";
import { screens } from "../shell/screens.ts";

/** A welcome, links to the four tools, and what is new in them. */
export function DashboardPage() {
  return (
    <div className="grid max-w-[72rem] gap-8">
      <div className="grid gap-2">
        <PageHeader text="Your private workspace. Where to?" />
        <ul className="m-0 grid list-none gap-px overflow-hidden rounded border bg-line p-0 sm:grid-cols-2 xl:grid-cols-4">
          {screens.map((screen) => screen.text && <WelcomeCard key={screen.path} tool={screen} />)}
        </ul>
      </div>
      <Suspense fallback={<SkeletonRows rows={8} />}>
        <overview.Component />
      </Suspense>
    </div>
  );
}

// The overview needs the code of three tools, for which the cards do not wait. Not preloaded here:
// this module is in the chunk of all screens.
const overview = lazyComponent(() =>
  import("./overview.tsx").then(
    ({ Overview }) => Overview,
    () => NotLoaded,
  ),
);

function NotLoaded() {
  return (
    <Notice>
      The overview could not be loaded. Check your connection and reload the page. Your tools still
      open above.
    </Notice>
  );
}

function WelcomeCard({ tool: { path, title, text, Icon } }: { tool: Screen }) {
  return (
    <li className="grid bg-surface">
      <Link
        to={path}
        className="group grid grid-cols-[1.25rem_minmax(0,1fr)_1rem] content-start items-start gap-x-4 gap-y-1 p-4 text-ink no-underline hover:bg-raised focus-visible:-outline-offset-2! sm:p-5"
      >
        <Icon className="mt-0.5 size-5 text-accent" />
        <span className="font-semibold text-body">{title}</span>
        <ArrowRight className="mt-1 size-4 text-line-strong transition-colors group-hover:text-accent" />
        <span className="col-start-2 text-note text-pretty text-soft">{text}</span>
      </Link>
    </li>
  );
}
