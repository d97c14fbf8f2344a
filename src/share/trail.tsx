import { ChevronRight } from "lucide-react";
import type { SharedEntry } from "../../supabase/functions/open-share/contract.ts";
import { hashOfShare } from "./share-address.ts";

/** The path from the shared folder to the open one. */
export function Trail({ token, path }: { token: string; path: readonly SharedEntry[] }) {
  return (
    <nav aria-label="Folders" className="-mt-3">
      <ol className="m-0 flex list-none flex-wrap items-center gap-x-1 p-0">
        {path.map(({ id, name, parent }, index) => {
          const isLast = index === path.length - 1;
          return (
            <li key={id} className="flex min-w-0 max-w-full items-center gap-x-1">
              {index > 0 && <ChevronRight className="size-4 shrink-0 text-soft rtl:-scale-x-100" />}
              <a
                href={hashOfShare({ token, folder: parent === null ? null : id, file: null })}
                dir="auto"
                aria-current={isLast ? "page" : undefined}
                className={`flex min-h-10 max-w-full items-center no-underline hover:text-accent ${isLast ? "text-ink" : "text-soft"}`}
              >
                <span className="truncate">{name}</span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
