import { queryOptions, useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { toast } from "sonner";
import { isConflict, messageOf } from "../../../lib/errors.ts";
import { checkPdf } from "./check-pdf.ts";
import { getStoredCv, offerFile, removeCv, type StoredCv, uploadCv } from "./cv-download-api.ts";

export const cvDownloadQuery = queryOptions({
  queryKey: ["personal_info", "cv"],
  queryFn: getStoredCv,
});

/** Uploads, offers and removes the owner's PDF; one of these at a time. */
export function useCvDownload(stored: StoredCv) {
  const [progress, setProgress] = useState(0);
  const abort = useRef(new AbortController());
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const controller = new AbortController();
      abort.current = controller;
      setProgress(0);
      const pdf = await checkPdf(file);
      await uploadCv(pdf, stored, { onProgress: setProgress, signal: controller.signal });
    },
    meta: CHANGES,
    onSuccess: () => toast.success("CV uploaded."),
  });
  const offer = useMutation({
    mutationFn: (offered: boolean) => offerFile(offered, stored),
    meta: CHANGES,
  });
  const remove = useMutation({
    mutationFn: () => removeCv(stored),
    meta: CHANGES,
    onSuccess: () => toast.success("CV removed."),
  });
  const actions = [upload, offer, remove];
  const run = <Input>(action: { mutate: (input: Input) => void }, input: Input) => {
    for (const one of actions) one.reset();
    action.mutate(input);
  };
  return {
    uploading: upload.isPending,
    removing: remove.isPending,
    pending: actions.some(({ isPending }) => isPending),
    /** What the switch shows while it is saved. */
    offering: offer.isPending ? offer.variables : null,
    progress,
    failure: failureOf(actions.find(({ isError }) => isError)?.error),
    upload: (file: File) => run(upload, file),
    offer: (offered: boolean) => run(offer, offered),
    remove: () => run(remove, undefined),
    cancel: () => abort.current.abort(new Canceled()),
  };
}

/** Canceled by the owner, so there is nothing to report. */
class Canceled extends Error {}

function failureOf(error: unknown): string {
  if (!error || error instanceof Canceled) return "";
  return isConflict(error) ? CHANGED : messageOf(error);
}

const CHANGED = "The CV was changed in the meantime. Nothing was saved. Try again.";

const CHANGES = { changes: [["personal_info"]] };
