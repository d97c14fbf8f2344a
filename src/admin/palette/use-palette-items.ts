import { useQueries } from "@tanstack/react-query";
import { ExternalLink, Eye, LogOut, Mail } from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { type Location, useLocation } from "react-router";
import type { KindName } from "../../../shared/content/kind.ts";
import { KIND_NAMES, kinds } from "../../../shared/content/kinds.ts";
import { openTab } from "../../lib/open-tab.ts";
import { messagePath, paths } from "../../lib/paths.ts";
import { useFound } from "../../lib/search/use-found.ts";
import { withKeys } from "../../ui/palette/key-items.ts";
import { action, screenItems, switchTheme } from "../../ui/palette/screen-items.ts";
import { type FoundGroup, type PaletteItem, searchItems } from "../../ui/palette/search-items.ts";
import { entriesQuery, type Listed } from "../entries/entry-api.ts";
import { openPreview } from "../shell/events.ts";
import type { EntryEditor } from "../shell/screen.ts";
import { screens } from "../shell/screens.ts";
import { useSignOut } from "../shell/use-sign-out.ts";
import { findMessages } from "./find-messages.ts";

/** The palette's items for the input, and whether they are complete. */
export function usePaletteItems(typed: string) {
  const { signOut } = useSignOut();
  const { entries, ...all } = useAllEntries();
  const { found: messages = [], ...found } = useFound(
    typed,
    ["messages", "palette"],
    (search) => search.length >= SHORTEST_SEARCH,
    findMessages,
  );
  // Typing takes priority over searching thousands of names.
  const wanted = useDeferredValue(typed);
  const here = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing out is the same every time.
  const items = useMemo(
    () => [...withKeys(fixedItems(here, () => void signOut())), ...entries.map(toItem)],
    [entries, here],
  );
  const groups = useMemo(() => {
    const kind = screens.find(({ path }) => path === here.pathname)?.kind;
    return searchItems(items, wanted, GROUPS, kind && kinds[kind].name);
  }, [items, wanted, here]);
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
    stale: wanted !== typed,
    loading: all.loading || found.loading,
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
  const { Icon, pathOf } = editors[kind];
  return {
    id: `${kind} ${row.id}`,
    group,
    name: String(entry[first]),
    detail: entry.skill_categories?.name ?? String(entry[second] ?? ""),
    Icon,
    action: pathOf(row.id),
  };
}

interface FoundEntry {
  kind: KindName;
  row: Listed<KindName>;
}

/** All portfolio entries that could be read. */
function useAllEntries() {
  return useQueries({
    queries: KIND_NAMES.map((kind) => ({ ...entriesQuery<KindName>(kind), staleTime: 30_000 })),
    combine: (results) => ({
      entries: results.flatMap(({ data = [] }, index): FoundEntry[] =>
        data.map((row) => ({ kind: KIND_NAMES[index] ?? "social_links", row })),
      ),
      loading: results.some(({ isPending }) => isPending),
      error: results.find(({ isError, data }) => isError && !data)?.error ?? null,
      retry: () => {
        for (const result of results) if (result.isError) void result.refetch();
      },
    }),
  });
}

const SHORTEST_SEARCH = 2;

/** The groups in display order. */
const GROUPS = ["Screens", "Actions", ...KIND_NAMES.map((kind) => kinds[kind].name)];

/** The path of the editor for each kind of entries. */
const editors = Object.assign({}, ...screens.map((screen) => screen.editors)) as Record<
  KindName,
  EntryEditor
>;

/** The items that do not depend on the database: screens and global actions. */
function fixedItems(here: Location, signOut: () => void): PaletteItem[] {
  return [
    ...screenItems(screens, "title", here),
    action("View Site", ExternalLink, "public page landing open", () => openTab(paths.site)),
    action("Preview Page", Eye, "landing site look draft", () => openPreview()),
    switchTheme,
    action("Logout", LogOut, "sign out leave", signOut),
  ];
}
