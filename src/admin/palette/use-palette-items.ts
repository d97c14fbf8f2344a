import {
  BriefcaseBusiness,
  FolderGit2,
  GraduationCap,
  Link,
  Mail,
  Tag,
  Wrench,
} from "lucide-react";
import { useDeferredValue, useMemo } from "react";
import { categoriesPath, editPath, messagePath, paths } from "../../lib/paths.ts";
import { useSignOut } from "../shell/use-sign-out.ts";
import { fixedItems } from "./fixed-items.ts";
import type { EntryTable } from "./palette-api.ts";
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
      ({ id, name, detail }): PaletteItem => ({
        id: `messages ${id}`,
        group: "Messages",
        name,
        detail,
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

const { admin } = paths;

const TABLES: Record<
  EntryTable,
  { group: PaletteItem["group"]; Icon: PaletteItem["Icon"]; pathOf: (id: string) => string }
> = {
  experience: {
    group: "Experience",
    Icon: BriefcaseBusiness,
    pathOf: (id) => editPath(admin.experience, id),
  },
  education: {
    group: "Education",
    Icon: GraduationCap,
    pathOf: (id) => editPath(admin.education, id),
  },
  projects: { group: "Projects", Icon: FolderGit2, pathOf: (id) => editPath(admin.projects, id) },
  skills: { group: "Skills", Icon: Wrench, pathOf: (id) => editPath(admin.skills, id) },
  skill_categories: { group: "Categories", Icon: Tag, pathOf: categoriesPath },
  social_links: { group: "Social Links", Icon: Link, pathOf: (id) => editPath(admin.info, id) },
};

function toItem({ table, id, name, detail }: FoundEntry): PaletteItem {
  const { group, Icon, pathOf } = TABLES[table];
  return { id: `${table} ${id}`, group, name, detail, Icon, action: pathOf(id) };
}
