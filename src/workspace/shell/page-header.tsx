import { useLocation } from "react-router";
import { areaNames } from "../../lib/area.ts";
import { PageHeader as AreaPageHeader, type PageHeaderProps } from "../../ui/page-header.tsx";
import { screens } from "./screens.ts";

/** The head of every workspace screen, with the title of the screen that is open. */
export function PageHeader(props: Omit<PageHeaderProps, "title">) {
  const { pathname } = useLocation();
  const title = screens.find(({ path }) => path === pathname)?.title ?? "";
  return <AreaPageHeader title={title} {...props} area={areaNames.workspace} />;
}
