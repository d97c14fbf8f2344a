import { ExternalLink, Eye, LogOut, Plus, SunMoon, Tags } from "lucide-react";
import { kinds } from "../../../shared/content/kinds.ts";
import { addPath, categoriesPath, paths } from "../../lib/paths.ts";
import { openPreview } from "../shell/preview-events.ts";
import { type Screen, screens } from "../shell/screens.ts";
import type { PaletteItem } from "./palette-item.ts";

/** The items that do not depend on the database: screens and global actions. */
export function fixedItems(signOut: () => void): PaletteItem[] {
  const categories = {
    path: categoriesPath(),
    title: "Manage Categories",
    Icon: Tags,
    keywords: "skills portfolio",
  };
  const skills = screens.findIndex(({ kind }) => kind === "skills");
  return [
    ...screens.toSpliced(skills + 1, 0, { ...categories, label: "" }).map(screenItem),
    ...screens.flatMap(({ kind, path }): PaletteItem[] =>
      kind
        ? [
            {
              id: `add ${kind}`,
              group: "Actions",
              name: `Add ${kinds[kind].one}`,
              keywords: "new create",
              Icon: Plus,
              action: addPath(path),
            },
          ]
        : [],
    ),
    action("View Site", ExternalLink, "public page landing open", openSite),
    action("Preview Page", Eye, "landing site look draft", () => openPreview()),
    action("Switch theme", SunMoon, "colour color dark light", switchTheme),
    action("Logout", LogOut, "sign out leave", signOut),
  ];
}

function action(
  name: string,
  Icon: PaletteItem["Icon"],
  keywords: string,
  act: () => void,
): PaletteItem {
  return { id: `action ${name}`, group: "Actions", name, keywords, Icon, action: act };
}

function openSite(): void {
  open(paths.site, "_blank", "noopener");
}

/** The boot script handles the theme and listens to every switch, so any of them works. */
function switchTheme(): void {
  document.querySelector<HTMLElement>("[data-theme-switch]")?.click();
}

function screenItem({ path, title, Icon, keywords }: Screen): PaletteItem {
  return {
    id: `screen ${path}`,
    group: "Screens",
    name: title,
    keywords: `go to open ${keywords}`,
    Icon,
    action: path,
  };
}
