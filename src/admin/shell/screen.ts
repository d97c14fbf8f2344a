import { type LucideIcon, Plus } from "lucide-react";
import type { KindName } from "../../../shared/content/kind.ts";
import { kinds } from "../../../shared/content/kinds.ts";
import { addPath, editPath, entriesPath } from "../../lib/paths.ts";
import type { AreaScreen } from "../../lib/screen.ts";

export interface Screen extends AreaScreen {
  /** Group of the menu that contains the screen. */
  group?: "Portfolio";
  /** The kind of entries that the screen manages. */
  kind?: KindName;
  /** The path of the editor for each listed entry. */
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
