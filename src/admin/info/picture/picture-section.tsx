import { useMutation } from "@tanstack/react-query";
import { ImageUp } from "lucide-react";
import { type DragEvent, lazy, Suspense, useRef, useState } from "react";
import { toast } from "sonner";
import { messageOf } from "../../../lib/errors.ts";
import { safePicture } from "../../../lib/safe-url.ts";
import { askToConfirm } from "../../../ui/browser-dialogs.ts";
import { Button } from "../../../ui/button.tsx";
import { GeneratedPortrait } from "../../../ui/generated-portrait.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type OpenPicture, openPicture } from "../../pictures/open-picture.ts";
import { saveInfo } from "../info-api.ts";
import { Section } from "../section.tsx";
import type { StoredValue } from "../stored-info.ts";
import { removePicture } from "./picture-api.ts";

/** The profile picture: choosing or dropping, cropping, removing. Saved separately. */
export function PictureSection({ name, stored }: { name: string; stored: StoredValue }) {
  const chooser = useRef<HTMLInputElement>(null);
  const [picture, setPicture] = useState<OpenPicture | null>(null);
  const [refusal, setRefusal] = useState("");
  const [isOver, setIsOver] = useState(false);

  async function open(file: File | undefined) {
    if (!file) return;
    setRefusal("");
    try {
      setPicture(await openPicture(file));
    } catch (error) {
      setRefusal(messageOf(error));
    }
  }

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void open(event.dataTransfer.files[0]);
  };

  return (
    <Section title="Profile picture" text="Shown in About. Saved as soon as you crop it.">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same. */}
      <div
        className={`flex flex-wrap items-center gap-5 rounded border border-dashed p-4 ${isOver ? "border-accent bg-raised" : "border-line-strong"}`}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Portrait name={name} address={stored.value} />
        <div className="grid min-w-0 flex-1 basis-64 gap-3">
          <div className="flex flex-wrap gap-2">
            <Button icon={<ImageUp aria-hidden="true" />} onClick={() => chooser.current?.click()}>
              Choose image
            </Button>
            {stored.value !== "" && <RemoveButton stored={stored} onFailure={setRefusal} />}
          </div>
          <p className="text-small text-soft">
            Or drop one here. A square of at least 400 × 400 pixels is recommended.
          </p>
        </div>
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          aria-label="Profile picture"
          hidden
          onChange={(event) => {
            void open(event.target.files?.[0]);
            // Allows choosing the same file again.
            event.target.value = "";
          }}
        />
      </div>
      {refusal && (
        <div className="mt-3">
          <Notice>{refusal}</Notice>
        </div>
      )}
      {picture && (
        <Suspense>
          <CropDialog
            picture={picture}
            stored={stored}
            onClose={() => {
              URL.revokeObjectURL(picture.address);
              setPicture(null);
            }}
          />
        </Suspense>
      )}
    </Section>
  );
}

const CropDialog = lazy(async () => ({
  default: (await import("./crop-dialog.tsx")).CropDialog,
}));

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

function RemoveButton({
  stored,
  onFailure,
}: {
  stored: StoredValue;
  onFailure: (text: string) => void;
}) {
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
