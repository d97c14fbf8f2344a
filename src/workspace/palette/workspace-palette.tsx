import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useUser } from "../../auth/session-context.tsx";
import { readErrorOf } from "../../lib/errors.ts";
import { CommandPalette } from "../../ui/palette/command-palette.tsx";
import { withKeys } from "../../ui/palette/key-items.ts";
import { searchItems } from "../../ui/palette/search-items.ts";
import { useSettled } from "../../ui/palette/use-settled.ts";
import type { Match } from "../shell/screen.ts";
import { screens } from "../shell/screens.ts";
import { useSignOut } from "../shell/use-sign-out.ts";
import { fixedItems, GROUPS, toItems } from "./palette-items.ts";
import { MOST_OF_A_KIND, searchWorkspace } from "./search-workspace.ts";

/** Quick access to every screen, note, task, file and action of the workspace. */
export function WorkspacePalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { signOut } = useSignOut();
  const here = useLocation();
  const [typed, setTyped] = useState("");
  // Typing takes priority over the results.
  const wanted = useDeferredValue(typed);
  const found = useFound(typed.trim());
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing out is the same every time.
  const fixed = useMemo(() => fixedItems(here, () => void signOut()), [here]);
  const groups = useMemo(() => {
    const items = [...withKeys(fixed), ...found.matches.flatMap((match) => toItems(match, wanted))];
    const current = screens.find(({ path }) => path === here.pathname)?.found?.group;
    return searchItems(items, wanted, GROUPS, current).map((group) =>
      // The database was asked for no more of each kind.
      group.more + group.items.length < MOST_OF_A_KIND ? group : { ...group, isCapped: true },
    );
  }, [fixed, found.matches, wanted, here.pathname]);
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
function useFound(search: string) {
  const { userId } = useUser();
  const settled = useSettled(search);
  const wanted = isLongEnough(search);
  const asked = wanted && isLongEnough(settled);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["search_workspace", userId, settled],
    queryFn: ({ signal }) => searchWorkspace(userId, settled, signal),
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
