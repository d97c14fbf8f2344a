import { useLocation } from "react-router";
import { screenTitles } from "../lib/screen-titles.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";

/**
 * A screen whose code is loading: its heading and an outline of its content. Assistive technology
 * is told that it loads; the heading it reads is the screen's own.
 */
export function ScreenPlaceholder({ area }: { area: string }) {
  const { pathname } = useLocation();
  const title = titles[pathname];
  return (
    <>
      {title && (
        <div aria-hidden="true">
          <PageHeader title={title} area={area} />
        </div>
      )}
      <SkeletonRows />
    </>
  );
}

const titles: Readonly<Record<string, string>> = screenTitles;
