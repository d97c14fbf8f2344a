import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useUser } from "../../auth/session-context.tsx";
import { readErrorOf } from "../../lib/errors.ts";
import { paths } from "../../lib/paths.ts";
import { CommandPalette } from "../../ui/palette/command-palette.tsx";
import { withKeys } from "../../ui/palette/key-items.ts";
import { searchItems } from "../../ui/palette/search-items.ts";
import { useSettled } from "../../ui/palette/use-settled.ts";
import { useSignOut } from "../shell/use-sign-out.ts";
import { fixedItems, GROUPS, groupOfScreen, toItem } from "./palette-items.ts";
import type { Match } from "./search-copies.ts";
import { MOST_OF_A_KIND, type SearchNotes, searchWorkspace } from "./search-workspace.ts";

interface WorkspacePaletteProps {
  /** Searches the notes on the device while the backend cannot be reached. */
  searchNotes: SearchNotes;
  onClose: () => void;
}

/** Quick access to every screen, note, task, file and action of the workspace. */
export function WorkspacePalette({ searchNotes, onClose }: WorkspacePaletteProps) {
  const navigate = useNavigate();
  const { signOut } = useSignOut();
  const { pathname, search } = useLocation();
  const [typed, setTyped] = useState("");
  // Typing takes priority over the results.
  const wanted = useDeferredValue(typed);
  const found = useFound(typed.trim(), searchNotes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing out is the same every time.
  const fixed = useMemo(() => {
    const folderId =
      pathname === paths.workspace.files ? new URLSearchParams(search).get("folder") : null;
    return fixedItems(folderId, () => void signOut());
  }, [pathname, search]);
  const groups = useMemo(() => {
    const items = [...withKeys(fixed), ...found.matches.map((match) => toItem(match, wanted))];
    return searchItems(items, wanted, GROUPS, groupOfScreen[pathname]).map((group) =>
      // The database was asked for no more of each kind.
      group.more + group.items.length < MOST_OF_A_KIND ? group : { ...group, isCapped: true },
    );
  }, [fixed, found.matches, wanted, pathname]);
  return (
    <CommandPalette
      placeholder="Search notes, tasks, files, screens and actions"
      typed={typed}
      onTyped={setTyped}
      groups={groups}
      stale={wanted !== typed}
      loading={found.loading}
      problem={found.error ? readErrorOf(found.error) : ""}
      onRetry={found.retry}
      hint={
        found.searched &&
        `You're offline. Only what this device stores is searched: ${found.searched.join(", ")}.`
      }
      onNavigate={(path) => void navigate(path)}
      onClose={onClose}
    />
  );
}

/** Matches in the database, searched once typing pauses. */
function useFound(search: string, searchNotes: SearchNotes) {
  const { userId } = useUser();
  const settled = useSettled(search);
  const wanted = isLongEnough(search);
  const asked = wanted && isLongEnough(settled);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["search_workspace", userId, settled],
    queryFn: ({ signal }) => searchWorkspace(userId, settled, signal, searchNotes),
    enabled: asked,
    staleTime: 0,
    // The previous results stay while the next are loading, to avoid layout shifts.
    placeholderData: keepPreviousData,
  });
  return {
    matches: (asked && data?.matches) || NONE,
    searched: asked ? data?.searched : undefined,
    loading: wanted && (settled !== search || isFetching),
    error: asked ? error : null,
    retry: () => void refetch(),
  };
}

/** A letter of the Latin alphabet is in almost every text; other writings have words of one sign. */
const isLongEnough = (search: string) => search.length > 1 || /[^a-z0-9]/i.test(search);

const NONE: readonly Match[] = [];
