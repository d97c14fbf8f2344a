import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { toOwnExport } from "../../content/cv/own-export.ts";
import { messageOf } from "../../lib/errors.ts";
import { saveBlob } from "../../lib/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

/** Saves the whole content, with drafts and hidden entries, as a file this screen can import. */
export function ExportContent() {
  const save = useMutation({
    mutationFn: async () => {
      const { readSite } = await import("./import-api.ts");
      const { content } = await readSite();
      const now = new Date();
      const text = JSON.stringify(toOwnExport(content, now), null, 2);
      const blob = new Blob([text], { type: "application/json" });
      saveBlob(blob, `foyer-content-${now.toISOString().slice(0, 10)}.json`);
    },
  });
  return (
    <section className="grid max-w-[70ch] justify-items-start gap-3">
      <h2 className="text-body font-semibold">Export</h2>
      <p className="text-soft">
        Your content as one file, with its order, drafts and hidden entries. Messages, files and
        accounts are in a backup instead.
      </p>
      <Button
        icon={<Download aria-hidden="true" />}
        pending={save.isPending}
        onClick={() => save.mutate()}
      >
        Export Content
      </Button>
      {save.isError && <Notice>The export failed: {messageOf(save.error)}</Notice>}
    </section>
  );
}
