import "react-image-crop/dist/ReactCrop.css";
import { type ReactNode, useRef } from "react";
import { type PercentCrop, ReactCrop } from "react-image-crop";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Notice } from "../../ui/notice.tsx";
import { areaOf } from "./crop.ts";
import { CropPreviews, type ShownPart } from "./crop-previews.tsx";
import type { Area } from "./draw-area.ts";
import type { OpenPicture } from "./open-picture.ts";
import { UploadProgress } from "./upload-progress.tsx";
import type { Upload } from "./use-upload.ts";

/** A part of a displayed picture to be cropped. */
export interface Cut {
  image: HTMLImageElement;
  /** The cropped area in pixels of the picture. */
  area: Area;
}

interface CropDialogProps {
  title: string;
  picture: OpenPicture;
  crop: PercentCrop;
  onCrop: (crop: PercentCrop) => void;
  /** Aspect ratio (width by height); null for any. */
  aspect: number | null;
  circular?: boolean;
  /** Parts of the picture that the page will show. */
  shown?: readonly ShownPart[];
  /** Content above the picture. */
  children?: ReactNode;
  /** The note about the chosen part; `small` marks one that will look blurred. */
  note: (area: Area) => { text: string; small: boolean };
  saveLabel: string;
  uploading: Upload<Cut>;
  uploadText: string;
  onClose: () => void;
}

/** Dialog for cropping a picture and uploading the part. */
export function CropDialog(props: CropDialogProps) {
  const { title, picture, crop, aspect, circular = false, uploading, onClose } = props;
  const { address } = picture;
  const image = useRef<HTMLImageElement>(null);
  const area = areaOf(crop, picture);
  const { text, small } = props.note(area);
  const { pending } = uploading;
  // During an upload, Cancel aborts the upload and keeps the crop.
  const cancel = pending ? uploading.cancel : onClose;
  return (
    <Modal title={title} width="lg" onClose={cancel}>
      <div className="grid justify-items-center gap-4">
        {props.children}
        <ReactCrop
          className="max-h-[45dvh] [--rc-focus-color:var(--color-accent)]"
          crop={crop}
          {...(aspect !== null && { aspect })}
          circularCrop={circular}
          keepSelection
          minWidth={16}
          minHeight={16}
          disabled={pending}
          onChange={(_pixels, percent) => props.onCrop(percent)}
        >
          <img ref={image} src={address} alt="The uncropped original" draggable={false} />
        </ReactCrop>
        {props.shown && <CropPreviews picture={picture} parts={props.shown} />}
        <p role="status" className={`text-small tabular-nums ${small ? "text-bad" : "text-soft"}`}>
          {text}
        </p>
        {pending && (
          <UploadProgress label="Upload" text={props.uploadText} share={uploading.progress} />
        )}
        {uploading.failure && <Notice>{uploading.failure}</Notice>}
        <div className="flex w-full flex-wrap justify-end gap-2">
          <Button onClick={cancel}>Cancel</Button>
          <Button
            look="primary"
            pending={pending}
            onClick={() => image.current && uploading.upload({ image: image.current, area })}
          >
            {props.saveLabel}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** Instructions for moving the crop by keyboard. */
export const CROP_KEYS = "Arrow keys move the crop: with Shift by 10, with Ctrl by 100.";
