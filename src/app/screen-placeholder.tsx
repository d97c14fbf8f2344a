import { useLocation } from "react-router";
import { screens as adminScreens } from "../admin/shell/screens.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { screens as workspaceScreens } from "../workspace/shell/screens.ts";

/**
 * A screen whose code is loading: its heading and an outline of its content. Assistive technology
 * is told that it loads; the heading it reads is the screen's own.
 */
export function ScreenPlaceholder({ area }: { area: string }) {
  const { pathname } = useLocation();
  const title = SCREENS.find(({ path }) => path === pathname)?.title;
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

const SCREENS = [...adminScreens, ...workspaceScreens];
