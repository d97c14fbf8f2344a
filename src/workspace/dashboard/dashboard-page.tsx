import { ArrowRight } from "lucide-react";
import { Suspense } from "react";
import { Link } from "react-router";
import { lazyComponent } from "../../ui/lazy-component.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { Screen } from "../shell/screen.ts";
import { screens } from "../shell/screens.ts";

/** A welcome, links to the four tools as one row of tiles, and what is new in them. */
export function DashboardPage() {
  return (
    <div className="grid max-w-[72rem] gap-3 max-md:relative max-md:-top-3 max-md:-mb-3 md:gap-8">
      <div className="grid md:gap-2">
        <PageHeader compact text="Your private workspace. Where to?" />
        <ul className="m-0 grid list-none grid-cols-4 gap-px overflow-hidden rounded border bg-line p-0">
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
        className="group grid content-start justify-items-center gap-1 px-1 py-1.5 text-center text-ink no-underline hover:bg-raised focus-visible:-outline-offset-2! md:py-3 xl:grid-cols-[1.25rem_minmax(0,1fr)_1rem] xl:justify-items-start xl:gap-x-4 xl:p-5 xl:text-start"
      >
        <Icon className="size-5 text-accent xl:mt-0.5" />
        <span className="font-semibold text-small leading-tight text-balance md:text-note xl:text-body">
          {title}
        </span>
        <ArrowRight className="mt-1 size-4 text-line-strong transition-colors group-hover:text-accent max-xl:hidden" />
        {/* Without space for it, assistive technology has the text only. */}
        <span className="col-start-2 text-note text-pretty text-soft max-xl:sr-only">{text}</span>
      </Link>
    </li>
  );
}
