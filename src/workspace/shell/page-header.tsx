import { areaNames } from "../../lib/area.ts";
import { PageHeader as AreaPageHeader, type PageHeaderProps } from "../../ui/page-header.tsx";

/** The header of every workspace screen. */
export function PageHeader(props: PageHeaderProps) {
  return <AreaPageHeader {...props} area={areaNames.workspace} />;
}
