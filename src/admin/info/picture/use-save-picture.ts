import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { BackendError, isConflict, messageOf } from "../../../lib/errors.ts";
import { getPictureAddress, NO_PUBLIC_URL } from "../../pictures/picture-address.ts";
import { saveInfo } from "../info-api.ts";
import type { StoredValue } from "../stored-info.ts";
import { removePicture, uploadPicture } from "./picture-api.ts";

const CONFLICT =
  "The picture was changed elsewhere in the meantime. Save Image replaces it with yours; Cancel keeps it.";

/** Uploads a cropped picture and sets it as the profile picture. */
export function useSavePicture(stored: StoredValue, onSaved: () => void) {
  const [progress, setProgress] = useState(0);
  const abort = useRef<AbortController | null>(null);

  const saving = useMutation({
    mutationFn: async (cut: () => Promise<Blob>) => {
      const controller = new AbortController();
      abort.current = controller;
      setProgress(0);
      const options = { onProgress: setProgress, signal: controller.signal };
      const path = await uploadPicture(await cut(), options);
      // The remaining step takes an instant and can no longer be canceled.
      abort.current = null;
      await store(path, stored);
    },
    meta: { changes: [["personal_info"]] },
    onSuccess: () => {
      toast.success("Picture saved.");
      onSaved();
    },
    onSettled: () => {
      abort.current = null;
    },
  });

  return {
    save: saving.mutate,
    pending: saving.isPending,
    progress,
    failure: textOf(saving.error),
    /** Aborts the upload; false when there is none. */
    cancel: () => {
      abort.current?.abort(new Canceled());
      return abort.current !== null;
    },
  };
}

async function store(path: string, stored: StoredValue): Promise<void> {
  try {
    const value = await getPictureAddress(path);
    await saveInfo({ profilePictureUrl: { value, revision: stored.revision } });
  } catch (error) {
    // Without a response it may have been stored after all, so the file must stay.
    if (!(error instanceof BackendError) || error.status > 0) await removePicture(path);
    throw error;
  }
  await removePicture(stored.value);
}

/** Canceled by the owner, so there is nothing to report. */
class Canceled extends Error {}

function textOf(error: unknown): string {
  if (!error || error instanceof Canceled) return "";
  if (isConflict(error)) return CONFLICT;
  const message = messageOf(error);
  return message === NO_PUBLIC_URL ? message : `Failed to upload image: ${message}`;
}
