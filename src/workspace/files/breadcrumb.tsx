import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { folderPath } from "./drive-place.ts";
import type { Crumb } from "./folder-tree.ts";

/** The path from the root to the current folder; all but the last are links and drop targets. */
export function Breadcrumb({
  crumbs,
  end,
}: {
  crumbs: readonly Crumb[];
  end?: string | undefined;
}) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex flex-wrap items-center gap-x-0.5">
        {crumbs.map(({ id, name }, index) => {
          const last = index === crumbs.length - 1 && !end;
          return (
            <li key={id ?? "root"} className="flex min-w-0 max-w-full items-center gap-x-0.5">
              {index > 0 && <Arrow />}
              <Link
                to={folderPath(id)}
                dir="auto"
                aria-current={last ? "page" : undefined}
                data-drop-folder={id ?? ""}
                className={`flex min-h-10 max-w-64 items-center rounded border border-transparent px-2 no-underline hover:bg-raised ${last ? "font-semibold text-ink" : "text-soft hover:text-ink"}`}
              >
                <span className="truncate">{name}</span>
              </Link>
            </li>
          );
        })}
        {end && (
          <li aria-current="page" className="flex min-w-0 items-center gap-x-0.5">
            <Arrow />
            <span className="truncate px-2 font-semibold">{end}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}

function Arrow() {
  return <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-soft rtl:-scale-x-100" />;
}
