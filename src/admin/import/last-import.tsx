import { useMutation, useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { toast } from "sonner";
import { isConflict, messageOf } from "../../lib/errors.ts";
import { formatCount, formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { FailedRead } from "../../ui/failed-read.tsx";
import { Notice } from "../../ui/notice.tsx";
import { getLastImport, IMPORT_CHANGES, undoImport } from "./import-api.ts";

/** Undoes the last import, as long as none of its entries has changed. */
export function LastImport({ onUndone }: { onUndone?: () => void }) {
  const query = useQuery({
    queryKey: ["last_import"],
    queryFn: getLastImport,
    // An entry may have changed on any screen.
    staleTime: 0,
  });
  const { data } = query;
  const undo = useMutation({
    mutationFn: undoImport,
    meta: { changes: IMPORT_CHANGES },
    onSuccess: (undone) => {
      if (!undone) return;
      toast.success("Import undone.");
      onUndone?.();
    },
  });
  if (query.error) return <FailedRead query={query} what="The last import" />;
  // After a lost answer, no import left means that the undo was carried out.
  const problem = data && undo.isError ? problemOf(undo.error) : "";
  if (!data && !undo.isError && undo.data !== false) return null;
  return (
    <section className="grid max-w-[70ch] justify-items-start gap-3">
      <h2 className="text-body font-semibold">Last import</h2>
      {problem && <Notice>{problem}</Notice>}
      {!data && <Notice kind="success">The last import is undone.</Notice>}
      {data && (
        <p className="text-soft">
          {data.entries === 1 ? "1 entry" : `${formatCount(data.entries)} entries`},{" "}
          {formatDateTime(data.imported_at)}.{" "}
          {data.is_unchanged
            ? "Undoing it moves what it added to the trash, and returns what it changed or removed."
            : "It can't be undone in one click any more, because some of its entries have changed since."}
        </p>
      )}
      {data?.is_unchanged && (
        <Button icon={<Undo2 />} pending={undo.isPending} onClick={() => undo.mutate(data.id)}>
          Undo Import
        </Button>
      )}
    </section>
  );
}

function problemOf(error: unknown): string {
  if (!isConflict(error)) return `The import was not undone: ${messageOf(error)}`;
  return "Something of this import has changed in the meantime. Nothing was undone.";
}
