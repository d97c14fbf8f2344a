import { queryOptions, useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import { cvFilePath, OFFERS_FILE } from "../../../content/cv/cv-file.ts";
import type { CvKey } from "../../../content/portfolio.ts";
import { BackendError, isConflict, messageOf } from "../../../lib/errors.ts";
import {
  publicUrlOf,
  removePublicFiles,
  toStoredAddress,
  type UploadOptions,
  uploadPublicFile,
} from "../../pictures/public-files.ts";
import { useUpload } from "../../pictures/use-upload.ts";
import { getRows, type StoredValue, saveInfo } from "../../shell/info-rows.ts";
import { checkPdf } from "./check-pdf.ts";

/** The uploaded PDF, and whether "Download CV" offers it. */
export type StoredCv = Record<CvKey, StoredValue>;

export function getStoredCv(): Promise<StoredCv> {
  return getRows(["cvFile", "cvDownload"]);
}

/**
 * Uploads a PDF, offers it instead of the generated CV and removes the previous one.
 * @throws {BackendError} `PT409` when another tab has changed it; then nothing was changed.
 */
async function uploadCv(pdf: Blob, stored: StoredCv, options: UploadOptions): Promise<void> {
  const path = `public/cv-${Date.now()}.pdf`;
  await uploadPublicFile(path, pdf, options);
  try {
    const address = publicUrlOf(path);
    const { ok } = await fetch(address, { method: "HEAD", signal: options.signal });
    if (!ok) throw new Error("The uploaded file cannot be opened at its public address.");
    await saveCv({ cvFile: toStoredAddress(address), cvDownload: OFFERS_FILE }, stored);
  } catch (error) {
    // Without a response, the row may have been stored, so the file must stay.
    if (!(error instanceof BackendError) || error.status > 0) await removePublicFiles([path]);
    throw error;
  }
  await removeFile(stored);
}

/** Sets whether "Download CV" offers the uploaded PDF. */
export async function offerFile(offered: boolean, stored: StoredCv): Promise<void> {
  await saveCv({ cvFile: stored.cvFile.value, cvDownload: offered ? OFFERS_FILE : "" }, stored);
}

/** Removes the uploaded PDF; "Download CV" then offers the generated CV. */
export async function removeCv(stored: StoredCv): Promise<void> {
  await saveCv({ cvFile: "", cvDownload: "" }, stored);
  await removeFile(stored);
}

async function saveCv(values: Record<CvKey, string>, stored: StoredCv): Promise<void> {
  await saveInfo({
    cvFile: { value: values.cvFile, revision: stored.cvFile.revision },
    cvDownload: { value: values.cvDownload, revision: stored.cvDownload.revision },
  });
}

async function removeFile({ cvFile }: StoredCv): Promise<void> {
  const path = cvFilePath(cvFile.value);
  if (path) await removePublicFiles([path]);
}

export const cvDownloadQuery = queryOptions({
  queryKey: ["personal_info", "cv"],
  queryFn: getStoredCv,
});

/** Uploads, offers and removes the owner's PDF, one operation at a time. */
export function useCvDownload(stored: StoredCv) {
  const upload = useUpload<File, void>(
    async (file, options) => uploadCv(await checkPdf(file), stored, options),
    { onUploaded: () => toast.success("CV uploaded."), explain: failureOf, meta: CHANGES },
  );
  const offer = useMutation({
    mutationFn: (offered: boolean) => offerFile(offered, stored),
    meta: CHANGES,
  });
  const remove = useMutation({
    mutationFn: () => removeCv(stored),
    meta: CHANGES,
    onSuccess: () => toast.success("CV removed."),
  });
  const run = (action: () => void) => {
    for (const one of [upload, offer, remove]) one.reset();
    action();
  };
  return {
    uploading: upload.pending,
    removing: remove.isPending,
    pending: upload.pending || offer.isPending || remove.isPending,
    /** Value of the switch while it is saved. */
    offering: offer.isPending ? offer.variables : null,
    progress: upload.progress,
    failure: upload.failure || failureOf(offer.error ?? remove.error),
    upload: (file: File) => run(() => upload.upload(file)),
    offer: (offered: boolean) => run(() => offer.mutate(offered)),
    remove: () => run(remove.mutate),
    cancel: upload.cancel,
  };
}

function failureOf(error: unknown): string {
  if (!error) return "";
  return isConflict(error) ? CHANGED : messageOf(error);
}

const CHANGED = "The CV was changed in the meantime. Nothing was saved. Try again.";

const CHANGES = { changes: [["personal_info"]] };
