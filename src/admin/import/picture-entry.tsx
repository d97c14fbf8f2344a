import { ImageUp } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../lib/errors.ts";
import { FileButton } from "../../ui/file-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Choice, RefusedEntry } from "../../ui/review/review-entry.tsx";
import type { EntryActions } from "../../ui/review/review-group.tsx";
import { decodePicture, openPicture } from "../pictures/open-picture.ts";
import type { FilePicture, PlanItem } from "./plan-item.ts";

interface PictureEntryProps extends EntryActions {
  item: PlanItem;
  picture: FilePicture;
  onPicture: (picture: FilePicture) => void;
}

/** The profile picture: what is copied, or why it cannot be, and the choice of another one. */
export function PictureEntry({ item, picture, onPicture, ...actions }: PictureEntryProps) {
  const { id, name, status } = item;
  const { image, source, visible } = picture;
  const [problem, setProblem] = useState("");
  async function choose(file: File) {
    setProblem("");
    try {
      // The URL stays valid, because the picture is shown until the import.
      const { address } = await openPicture(file);
      const chosen = await decodePicture(address, file.name);
      onPicture({ image: chosen, source: file.name, visible: null });
    } catch (error) {
      setProblem(messageOf(error));
    }
  }
  const reason = visible
    ? `${source} shows it, but does not let other sites copy it.`
    : `No usable picture could be loaded from ${source}.`;
  const shown = image?.src ?? visible;
  return (
    <div className="grid gap-2 pb-2">
      {image ? (
        <Choice
          id={id}
          name={name}
          details={[status === "added" ? "Add" : "Change", "copied into your site"]}
          {...actions}
        />
      ) : (
        <RefusedEntry name={name} reason={reason} />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 ps-7.5 text-small text-soft">
        {shown && (
          <img
            src={shown}
            referrerPolicy="no-referrer"
            alt=""
            className="size-16 rounded-full border bg-raised object-cover"
          />
        )}
        <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
          {image && `From ${source}, ${image.naturalWidth} × ${image.naturalHeight} pixels.`}
          {visible && (
            <>
              <a href={visible} target="_blank" rel="noreferrer">
                Open the picture
              </a>{" "}
              and save it. Then choose the file here, or later in General Info.
            </>
          )}
          {!shown && "Choose a picture here, or later in General Info."}
        </p>
        <FileButton
          icon={<ImageUp />}
          input="Picture to import"
          accept="image/*"
          disabled={actions.disabled}
          onChoose={(file) => void choose(file)}
        >
          Choose image
        </FileButton>
      </div>
      {problem && <Notice>{problem}</Notice>}
    </div>
  );
}
