import { Mail } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { kinds } from "../../../shared/content/kinds.ts";
import { messagePath } from "../../lib/paths.ts";
import type { Listed } from "../entries/entry-api.ts";
import { editorOf } from "../shell/screens.ts";
import { useSignOut } from "../shell/use-sign-out.ts";
import { fixedItems } from "./fixed-items.ts";
import type { PaletteItem } from "./palette-item.ts";
import { type FoundEntry, useAllEntries, useFoundMessages } from "./palette-queries.ts";
import { type FoundGroup, searchItems } from "./search-items.ts";

/** The palette's items for the input, and whether they are complete. */
export function usePaletteItems(typed: string) {
  const { signOut } = useSignOut();
  const { entries, ...all } = useAllEntries();
  const { messages, ...found } = useFoundMessages(typed);
  // Typing takes priority over searching thousands of names.
  const wanted = useDeferredValue(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing out is the same every time.
  const items = useMemo(
    () => [...fixedItems(() => void signOut()), ...entries.map(toItem)],
    [entries],
  );
  const groups = useMemo(() => searchItems(items, wanted), [items, wanted]);
  const mail: FoundGroup = {
    name: "Messages",
    items: messages.map(
      ({ id, name, subject }): PaletteItem => ({
        id: `messages ${id}`,
        group: "Messages",
        name: subject,
        detail: name,
        Icon: Mail,
        action: messagePath(id),
      }),
    ),
    more: 0,
  };
  return {
    // Messages load later; at the end they cause no layout shift.
    groups: messages.length > 0 ? [...groups, mail] : groups,
    loading: all.loading || found.loading || wanted !== typed,
    error: all.error ?? found.error,
    retry: () => {
      if (all.error) all.retry();
      if (found.error) found.retry();
    },
  };
}

function toItem({ kind, row }: FoundEntry): PaletteItem {
  const { name: group, named, detail } = kinds[kind];
  const entry = row as Record<string, unknown> & Partial<Listed<"skills">>;
  const [first = "name", second = detail ?? ""] = named;
  const { Icon, pathOf } = editorOf(kind);
  return {
    id: `${kind} ${row.id}`,
    group,
    name: String(entry[first]),
    detail: entry.skill_categories?.name ?? String(entry[second] ?? ""),
    Icon,
    action: pathOf(row.id),
  };
}
