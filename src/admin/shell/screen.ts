import { type LucideIcon, Plus } from "lucide-react";
import type { KindName } from "../../../shared/content/kind.ts";
import { kinds } from "../../../shared/content/kinds.ts";
import { addPath, editPath, entriesPath } from "../../lib/paths.ts";
import type { AreaScreen } from "../../lib/screen.ts";

/** A screen of the panel. */
export interface Screen extends AreaScreen {
  /** Group of the menu that contains the screen. */
  group?: "Portfolio";
  /** The kind of entries it manages. */
  kind?: KindName;
  /** Where the entries that it lists are edited. */
  editors?: { [Kind in KindName]?: EntryEditor };
}

export interface EntryEditor {
  Icon: LucideIcon;
  pathOf: (id: string) => string;
}

/** The screen of a kind of entries. */
export function kindScreen(
  kind: KindName,
  Icon: LucideIcon,
  load: Screen["load"],
  keywords = "",
): Screen {
  const { name, one } = kinds[kind];
  const path = entriesPath(kind);
  return {
    path,
    title: `Manage ${name}`,
    label: name,
    Icon,
    keywords: `${keywords} portfolio`,
    load,
    actions: [{ text: `Add ${one}`, keywords: "new create", Icon: Plus, path: addPath(path) }],
    group: "Portfolio",
    kind,
    editors: { [kind]: { Icon, pathOf: (id: string) => editPath(path, id) } },
  };
}
