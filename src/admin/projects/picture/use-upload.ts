import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { messageOf } from "../../../lib/errors.ts";
import type { Area } from "../../pictures/draw-area.ts";
import { NO_PUBLIC_URL } from "../../pictures/picture-address.ts";
import { uploadProjectPicture } from "./upload-picture.ts";

/** Uploads a cropped picture. @param onUploaded gets its address. */
export function useUpload(onUploaded: (address: string) => void) {
  const [progress, setProgress] = useState(0);
  const abort = useRef<AbortController | null>(null);
  const uploading = useMutation({
    mutationFn: ({ image, area }: { image: HTMLImageElement; area: Area }) => {
      const controller = new AbortController();
      abort.current = controller;
      setProgress(0);
      const options = { onProgress: setProgress, signal: controller.signal };
      return uploadProjectPicture(image, area, options);
    },
    onSuccess: onUploaded,
  });
  return {
    upload: uploading.mutate,
    pending: uploading.isPending,
    progress,
    failure: textOf(uploading.error),
    cancel: () => abort.current?.abort(new Canceled()),
  };
}

/** Canceled by the owner, so there is nothing to report. */
class Canceled extends Error {}

function textOf(error: unknown): string {
  if (!error || error instanceof Canceled) return "";
  const message = messageOf(error);
  return message === NO_PUBLIC_URL ? message : `Failed to upload image: ${message}`;
}
