import { SunMoon } from "lucide-react";
import type { AreaScreen, Place } from "../../lib/screen.ts";
import type { PaletteItem } from "./search-items.ts";

/**
 * The screens of an area, then their actions.
 * @param named by heading or by name in the menu.
 * @param here the location of the router.
 */
export function screenItems(
  screens: readonly AreaScreen[],
  named: "title" | "label",
  here: { pathname: string; search: string },
): PaletteItem[] {
  const places = screens.flatMap((screen): Place[] => [screen, ...(screen.places ?? [])]);
  return [
    ...places.map(({ path, title, label = title, Icon, text, keywords }) => ({
      id: `screen ${path}`,
      group: "Screens",
      name: named === "label" ? label : title,
      keywords: ["go to open", title, text, keywords].filter(Boolean).join(" "),
      Icon,
      action: path,
    })),
    ...screens.flatMap(({ path, actions = [] }) => {
      const query = new URLSearchParams(path === here.pathname ? here.search : "");
      return actions.map((one) =>
        action(one.text, one.Icon, one.keywords, toPath(one.path, query)),
      );
    }),
  ];
}

function toPath(path: string | ((query: URLSearchParams) => string), query: URLSearchParams) {
  return typeof path === "string" ? path : path(query);
}

export function action(
  name: string,
  Icon: PaletteItem["Icon"],
  keywords: string,
  act: PaletteItem["action"],
): PaletteItem {
  return { id: `action ${name}`, group: "Actions", name, keywords, Icon, action: act };
}

/** The boot script handles the theme and listens to every switch, so any of them works. */
export const switchTheme = action("Switch theme", SunMoon, "colour color dark light", () =>
  document.querySelector<HTMLElement>("[data-theme-switch]")?.click(),
);
