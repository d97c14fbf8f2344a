import { useMutation } from "@tanstack/react-query";
import { ImageUp } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { messageOf } from "../../../lib/errors.ts";
import { safePicture } from "../../../lib/safe-url.ts";
import { askToConfirm } from "../../../ui/browser-dialogs.ts";
import { Button } from "../../../ui/button.tsx";
import { FileButton } from "../../../ui/file-button.tsx";
import { GeneratedPortrait } from "../../../ui/generated-portrait.tsx";
import { lazyDialog } from "../../../ui/lazy-dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { usePictureSource } from "../../pictures/use-picture-source.ts";
import { type StoredValue, saveInfo } from "../../shell/info-rows.ts";
import { Section } from "../section.tsx";
import { removePicture } from "./crop-dialog.tsx";

/** Chooses, crops and removes the profile picture, which is saved separately from the form. */
export function PictureSection({ name, stored }: { name: string; stored: StoredValue }) {
  const [failure, setFailure] = useState("");
  const { picture, refusal, ...source } = usePictureSource(true);
  const problem = failure || refusal;

  return (
    <Section
      title="Profile picture"
      text="Shown in About, on the first screen and in link previews. Saved as soon as you crop it."
    >
      <div
        className={`flex flex-wrap items-center gap-5 rounded border border-dashed p-4 ${source.isOver ? "border-accent bg-raised" : "border-line-strong"}`}
        {...source.dropZone}
      >
        <Portrait name={name} address={stored.value} />
        <div className="grid min-w-0 flex-1 basis-64 gap-3">
          <div className="flex flex-wrap gap-2">
            <FileButton
              icon={<ImageUp />}
              input="Profile picture"
              accept="image/*"
              onChoose={(file) => {
                setFailure("");
                void source.open(file);
              }}
            >
              Choose image
            </FileButton>
            {stored.value !== "" && <RemoveButton stored={stored} onFailure={setFailure} />}
          </div>
          <p className="text-small text-soft">
            Or drop one here. A square of at least 400 × 400 pixels is recommended.
          </p>
        </div>
      </div>
      {problem && (
        <div className="mt-3">
          <Notice>{problem}</Notice>
        </div>
      )}
      {picture && <cropDialog.Component picture={picture} stored={stored} onClose={source.close} />}
    </Section>
  );
}

const cropDialog = lazyDialog(async () => (await import("./crop-dialog.tsx")).ProfileCropDialog);

function Portrait({ name, address }: { name: string; address: string }) {
  const src = safePicture(address);
  return (
    <div className="size-24 shrink-0 overflow-hidden rounded-full border bg-raised text-soft">
      {src ? (
        <img src={src} alt={`Portrait of ${name}`} className="size-full object-cover" />
      ) : (
        <GeneratedPortrait name={name} />
      )}
    </div>
  );
}

function RemoveButton(props: { stored: StoredValue; onFailure: (text: string) => void }) {
  const { stored, onFailure } = props;
  const removing = useMutation({
    mutationFn: async () => {
      await saveInfo({ profilePictureUrl: { value: "", revision: stored.revision } });
      await removePicture(stored.value);
    },
    meta: { changes: [["personal_info"]] },
    onMutate: () => onFailure(""),
    onSuccess: () => toast.success("Picture removed."),
    onError: (error) => onFailure(messageOf(error)),
  });
  return (
    <Button
      look="danger"
      pending={removing.isPending}
      onClick={() => {
        if (askToConfirm("Are you sure you want to remove the profile picture?")) removing.mutate();
      }}
    >
      Remove
    </Button>
  );
}
