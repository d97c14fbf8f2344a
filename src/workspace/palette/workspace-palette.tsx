import { useDeferredValue, useMemo } from "react";
import { useLocation, useNavigate } from "react-router";
import { useUser } from "../../auth/session-context.tsx";
import { readErrorOf } from "../../lib/errors.ts";
import { useFound } from "../../lib/search/use-found.ts";
import { CommandPalette } from "../../ui/palette/command-palette.tsx";
import { withKeys } from "../../ui/palette/key-items.ts";
import type { PaletteProps } from "../../ui/palette/palette-host.tsx";
import { searchItems } from "../../ui/palette/search-items.ts";
import type { Match } from "../shell/screen.ts";
import { screens } from "../shell/screens.ts";
import { useSignOut } from "../shell/use-sign-out.ts";
import { fixedItems, GROUPS, isCapped, toItems } from "./palette-items.ts";
import { searchWorkspace } from "./search-workspace.ts";

/** Quick access to every screen, note, task, file and action of the workspace. */
export function WorkspacePalette(props: PaletteProps) {
  const navigate = useNavigate();
  const { signOut } = useSignOut();
  const here = useLocation();
  const { typed } = props;
  // Typing takes priority over the results.
  const wanted = useDeferredValue(typed);
  const { userId } = useUser();
  const { found, ...search } = useFound(
    typed,
    ["search_workspace", userId],
    isLongEnough,
    (text, signal) => searchWorkspace(userId, text, signal),
  );
  const matches = found?.matches ?? NONE;
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing out is the same every time.
  const fixed = useMemo(() => fixedItems(here, () => void signOut()), [here]);
  const groups = useMemo(() => {
    const items = [...withKeys(fixed), ...matches.flatMap((match) => toItems(match, wanted))];
    const current = screens.find(({ path }) => path === here.pathname)?.found?.group;
    return searchItems(items, wanted, GROUPS, current).map((group) => ({
      ...group,
      isCapped: isCapped(group.name, matches),
    }));
  }, [fixed, matches, wanted, here.pathname]);
  return (
    <CommandPalette
      {...props}
      placeholder="Search notes, tasks, files, screens and actions"
      groups={groups}
      stale={wanted !== typed}
      loading={search.loading}
      problem={search.error ? readErrorOf(search.error) : ""}
      onRetry={search.retry}
      hint={
        found?.searched &&
        `You're offline. Only what this device stores is searched: ${found.searched.join(", ")}.`
      }
      onNavigate={(path) => void navigate(path)}
    />
  );
}

/** A single Latin letter is in almost every text; other scripts have words of one character. */
const isLongEnough = (search: string) => search.length > 1 || /[^a-z0-9]/i.test(search);

const NONE: readonly Match[] = [];
