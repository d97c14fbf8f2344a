import { queryOptions } from "@tanstack/react-query";
import type { KindName } from "../../../shared/content/kind.ts";
import { listEntries } from "./entry-api.ts";

/** All entries of a kind. */
export function entriesQuery<Name extends KindName>(name: Name) {
  return queryOptions({
    queryKey: [name, "list"],
    queryFn: () => listEntries(name),
  });
}

/** What changes with an entry of a kind: skills have the name of their category. */
export function changesOf(name: KindName): string[][] {
  return name === "skill_categories" ? [["skill_categories"], ["skills"]] : [[name]];
}
