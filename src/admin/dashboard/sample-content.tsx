import { useQuery } from "@tanstack/react-query";
import { Eraser } from "lucide-react";
import { messageOf } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format.ts";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { sampleQuery, useClearSampleContent } from "./dashboard-queries.ts";

/** Offers to clear the sample portfolio; renders nothing once none of it is left. */
export function SampleContent() {
  const { data: count = 0 } = useQuery(sampleQuery);
  const clear = useClearSampleContent();
  const entries = count === 1 ? "1 sample entry" : `${formatCount(count)} sample entries`;

  function ask() {
    const question = `Remove ${entries} from your site? What you have added or changed stays. This cannot be undone.`;
    if (askToConfirm(question)) clear.mutate(undefined, { onSuccess: reportRemoved });
  }

  return (
    <>
      {count > 0 && (
        <Notice
          kind="info"
          action={
            <Button icon={<Eraser aria-hidden="true" />} pending={clear.isPending} onClick={ask}>
              Clear Sample Content
            </Button>
          }
        >
          Your site still shows {entries}. Change what you like; anything you haven't edited can be
          removed in one click.
        </Notice>
      )}
      {clear.isError && <Notice>Error clearing sample content: {messageOf(clear.error)}</Notice>}
    </>
  );
}

async function reportRemoved(removed: number): Promise<void> {
  const { toast } = await import("sonner");
  toast(removed === 1 ? "Removed 1 sample entry." : `Removed ${removed} sample entries.`);
}
