import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { formatSections, parseSections, type SectionLayout } from "../../../content/sections.ts";
import { isConflict, messageOf } from "../../../lib/errors.ts";
import { usePending } from "../../../lib/use-pending.ts";
import { getRows, saveInfo } from "../../shell/info-rows.ts";

/** The layout of the page with its revision, which is null while no layout is stored. */
export interface StoredLayout {
  layout: SectionLayout;
  revision: number | null;
}

async function getLayout(): Promise<StoredLayout> {
  const { sections } = await getRows(["sections"]);
  return { layout: parseSections(sections.value), revision: sections.revision };
}

/** @throws {BackendError} a conflict when the layout was changed in the meantime. */
async function saveLayout({ layout, revision }: StoredLayout): Promise<void> {
  await saveInfo({ sections: { value: formatSections(layout), revision } });
}

export const layoutQuery = queryOptions({
  queryKey: ["personal_info", "sections"],
  queryFn: getLayout,
});

const SAVE = ["personal_info", "save sections"];

/** The layout with pending changes, and a function that saves it; `saved` runs on success. */
export function useLayout(stored: StoredLayout): {
  layout: SectionLayout;
  save: (layout: SectionLayout, saved?: () => void) => void;
} {
  const client = useQueryClient();
  const pending = usePending<SectionLayout>(SAVE);
  const { mutateAsync } = useMutation({
    mutationKey: SAVE,
    // Saves are sequential, because each one names the revision of the previous save.
    scope: { id: "personal_info sections" },
    mutationFn: (layout: SectionLayout) => {
      const { revision } = client.getQueryData(layoutQuery.queryKey) ?? stored;
      return saveLayout({ layout, revision });
    },
    meta: { changes: [["personal_info"]] },
    onError: (error) =>
      toast.error(isConflict(error) ? CHANGED : messageOf(error), { duration: 10_000 }),
  });
  return {
    layout: pending.at(-1) ?? stored.layout,
    // Failures are reported by onError.
    save: (layout, saved) => void mutateAsync(layout).then(saved, () => {}),
  };
}

const CHANGED =
  "The sections were changed in the meantime. Nothing was saved; the list now shows the current ones.";
