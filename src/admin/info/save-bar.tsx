import { Eye } from "lucide-react";
import { useWatch } from "react-hook-form";
import { foldInfo, INFO_KEYS, PAGE_KEYS } from "../../content/portfolio.ts";
import { DifferenceList } from "../../forms/difference-list.tsx";
import { differencesOf } from "../../forms/field-difference.ts";
import { Button } from "../../ui/button.tsx";
import { shortcutText } from "../../ui/command-key.ts";
import { Notice } from "../../ui/notice.tsx";
import { openPreview } from "../shell/events.ts";
import { INFO_NAMES } from "./info-schema.ts";
import type { InfoForm } from "./use-info-form.ts";

/** Sticky bar of the form: the save state and the button that saves everything. */
export function SaveBar({ info }: { info: InfoForm }) {
  const { conflicts, failure, isDirty, pending, restored } = info;
  return (
    <div className="bottom-bar sticky bottom-0 z-[1] grid gap-3 border-line border-t bg-ground py-3">
      {conflicts.length > 0 && <ConflictNotice info={info} />}
      {restored && conflicts.length === 0 && (
        <Notice kind="info">Your unsaved changes have been restored.</Notice>
      )}
      {failure && <Notice>{failure}</Notice>}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="me-auto text-note text-soft">
          {isDirty ? "Unsaved changes" : ""}
        </p>
        {isDirty && (
          <Button look="quiet" disabled={pending} onClick={info.discard}>
            Discard
          </Button>
        )}
        <Button icon={<Eye />} onClick={() => preview(info)}>
          Preview
        </Button>
        <Button
          type="submit"
          look="primary"
          title={shortcutText("S")}
          aria-keyshortcuts="Control+S Meta+S"
          pending={pending}
          disabled={conflicts.length > 0}
        >
          {pending ? "Saving..." : "Save All Info"}
        </Button>
      </div>
    </div>
  );
}

/** Previews the public page with the current form values, saved or not. */
function preview({ form }: InfoForm): void {
  const values = form.getValues();
  const info = foldInfo(INFO_KEYS.map((key) => ({ key, value: values[key] })));
  openPreview((stored) => {
    const page = foldInfo(PAGE_KEYS.map((key) => ({ key, value: stored.info[key] ?? null })));
    return { ...stored, info: { ...page, ...info } };
  });
}

function ConflictNotice({ info }: { info: InfoForm }) {
  const { conflicts, form, theirs } = info;
  // Watches the form, because it stays editable beside the preview.
  useWatch({ control: form.control });
  return (
    <>
      <Notice
        kind="info"
        action={
          <div className="flex flex-wrap gap-2">
            <Button onClick={info.takeTheirs}>Take theirs</Button>
            <Button pending={info.pending} onClick={() => void info.keepMine()}>
              Keep mine
            </Button>
          </div>
        }
      >
        Changed in another tab or on another device while you were editing.
      </Notice>
      <DifferenceList
        differences={differencesOf(conflicts, INFO_NAMES, form.getValues(), theirs)}
      />
    </>
  );
}
