import "react-image-crop/dist/ReactCrop.css";
import { useRef, useState } from "react";
import { ReactCrop } from "react-image-crop";
import { Button } from "../../../ui/button.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { UploadProgress } from "../../../ui/upload-progress.tsx";
import type { OpenPicture } from "../../pictures/open-picture.ts";
import type { StoredValue } from "../stored-info.ts";
import { ADVISED_SIZE, cutOut, initialCrop, squareOf } from "./crop.ts";
import { useSavePicture } from "./use-save-picture.ts";

/** Dialog for cropping a picture and saving it. */
export function CropDialog({
  picture,
  stored,
  onClose,
}: {
  picture: OpenPicture;
  stored: StoredValue;
  onClose: () => void;
}) {
  const { address, width, height } = picture;
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState(() => initialCrop(width, height));
  const saving = useSavePicture(stored, onClose);
  const square = squareOf(crop, width, height);

  // The first Cancel aborts the upload and keeps the crop.
  const cancel = () => {
    if (!saving.pending) onClose();
    else saving.cancel();
  };
  const save = () => {
    const { current } = image;
    if (current) saving.save(() => cutOut(current, square));
  };

  return (
    <Modal title="Crop Your Image" width="lg" onClose={cancel}>
      <div className="grid justify-items-center gap-4">
        <ReactCrop
          className="max-h-[50dvh] [--rc-focus-color:var(--color-accent)]"
          crop={crop}
          aspect={1}
          circularCrop
          keepSelection
          minWidth={16}
          disabled={saving.pending}
          onChange={(_pixels, percent) => setCrop(percent)}
        >
          <img ref={image} src={address} alt="The uncropped original" draggable={false} />
        </ReactCrop>
        <SizeNote size={square.size} />
        {saving.pending && <UploadProgress text="Uploading…" share={saving.progress} />}
        {saving.failure && <Notice>{saving.failure}</Notice>}
        <div className="flex w-full flex-wrap justify-end gap-2">
          <Button onClick={cancel}>Cancel</Button>
          <Button look="primary" pending={saving.pending} onClick={save}>
            Save Image
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function SizeNote({ size }: { size: number }) {
  const small = size < ADVISED_SIZE;
  return (
    <p role="status" className={`text-small tabular-nums ${small ? "text-bad" : "text-soft"}`}>
      {`Selected: ${size} × ${size} pixels. `}
      {small
        ? `This will look blurred; at least ${ADVISED_SIZE} × ${ADVISED_SIZE} is recommended.`
        : "Arrow keys move the crop: with Shift by 10, with Ctrl by 100."}
    </p>
  );
}
