import { ExternalLink, ImageUp } from "lucide-react";
import { useState } from "react";
import { messageOf } from "../../lib/errors.ts";
import { formatCount } from "../../lib/format.ts";
import { buttonClass } from "../../ui/button.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Choice, RefusedEntry } from "../../ui/review/review-entry.tsx";
import type { EntryActions } from "../../ui/review/review-group.tsx";
import { chosenPicture, type FilePicture } from "./file-picture.ts";
import type { PlanItem } from "./plan-item.ts";

interface PictureEntryProps extends EntryActions {
  item: PlanItem;
  picture: FilePicture;
  onPicture: (picture: FilePicture) => void;
}

/** The profile picture: what is copied, or why it cannot be, and the choice of another one. */
export function PictureEntry({ item, picture, onPicture, ...actions }: PictureEntryProps) {
  const { id, name, status, row } = item;
  const { image, source, refusal, visible } = picture;
  const [problem, setProblem] = useState("");
  const choose = (file: File) => {
    setProblem("");
    chosenPicture(file).then(onPicture, (error: unknown) => setProblem(messageOf(error)));
  };
  const size =
    image && `${formatCount(image.naturalWidth)} × ${formatCount(image.naturalHeight)} pixels`;
  return (
    <div className="grid gap-2">
      {row ? (
        <Choice
          id={id}
          name={name}
          details={[status === "added" ? "Add" : "Change", "copied into your site"]}
          {...actions}
        />
      ) : (
        <RefusedEntry name={name} reason={refusal} />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 ps-7.5 pb-2 text-small text-soft">
        {image && <Thumbnail image={image} />}
        {visible && <img src={visible} alt="" referrerPolicy="no-referrer" className={THUMBNAIL} />}
        <p className="min-w-0 flex-1 basis-56 wrap-anywhere">
          {image
            ? `From ${source}, ${size}.`
            : `${visible ? "Save it on your device and choose it" : "Choose it from your device"} here, or add it later in General Info.`}
        </p>
        {visible && (
          <a className={buttonClass("quiet")} href={visible} target="_blank" rel="noreferrer">
            <ExternalLink />
            Open the picture
          </a>
        )}
        <FileButton
          icon={<ImageUp />}
          input="Picture to import"
          accept="image/*"
          disabled={actions.disabled}
          onChoose={choose}
        >
          {image ? "Choose Another" : "Choose Image"}
        </FileButton>
      </div>
      {problem && <Notice>{problem}</Notice>}
    </div>
  );
}

const THUMBNAIL = "size-16 rounded-full border bg-raised object-cover";

/** The loaded picture itself, so that it is not loaded again. */
function Thumbnail({ image }: { image: HTMLImageElement }) {
  return (
    <span
      ref={(place) => {
        image.className = THUMBNAIL;
        image.alt = "";
        place?.replaceChildren(image);
      }}
    />
  );
}
