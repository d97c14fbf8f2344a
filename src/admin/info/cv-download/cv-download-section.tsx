import { useQuery } from "@tanstack/react-query";
import { FileUp, X } from "lucide-react";
import { type DragEvent, useState } from "react";
import { OFFERS_FILE } from "../../../content/cv/cv-file.ts";
import { askToConfirm } from "../../../ui/browser-dialogs.ts";
import { Button } from "../../../ui/button.tsx";
import { FailedRead } from "../../../ui/failed-read.tsx";
import { Checkbox } from "../../../ui/field.tsx";
import { FileButton } from "../../../ui/file-button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { UploadProgress } from "../../pictures/upload-progress.tsx";
import { Section } from "../section.tsx";
import { CV_PDF_MAX_BYTES } from "./check-pdf.ts";
import { cvDownloadQuery, type StoredCv, useCvDownload } from "./cv-download-api.ts";

/**
 * Chooses what "Download CV" on the page offers: the generated CV or an uploaded PDF. Saved
 * separately.
 */
export function CvDownloadSection() {
  const query = useQuery(cvDownloadQuery);
  const { data: stored, error } = query;
  return (
    <Section
      title="Download CV"
      text="Your page offers your content as a CV to print. You can offer your own PDF instead. Each change is saved at once."
    >
      {stored && <CvDownload stored={stored} />}
      {!stored && !error && <SkeletonRows rows={1} height="h-24" />}
      {!stored && <FailedRead query={query} />}
    </Section>
  );
}

function CvDownload({ stored }: { stored: StoredCv }) {
  const cv = useCvDownload(stored);
  const [isOver, setIsOver] = useState(false);
  const choose = (file: File | undefined) => {
    if (file && !cv.pending) cv.upload(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    choose(event.dataTransfer.files[0]);
  };
  return (
    <div className="grid gap-3">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same. */}
      <div
        className={`grid gap-3 rounded border border-dashed p-4 ${isOver ? "border-accent bg-raised" : "border-line-strong"}`}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        {stored.cvFile.value !== "" && <OfferSwitch stored={stored} cv={cv} />}
        <FileButtons stored={stored} cv={cv} onChoose={choose} />
        {cv.uploading ? (
          <UploadProgress label="Upload of the CV" text="Uploading..." share={cv.progress} />
        ) : (
          <p className="text-small text-soft">
            Or drop a PDF of at most {CV_PDF_MAX_BYTES / 1024 ** 2} MB here. Everyone who knows its
            address can read it.
          </p>
        )}
      </div>
      {cv.failure && <Notice>{cv.failure}</Notice>}
    </div>
  );
}

type CvActions = ReturnType<typeof useCvDownload>;

function OfferSwitch({ stored, cv }: { stored: StoredCv; cv: CvActions }) {
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <Checkbox
        checked={cv.offering ?? stored.cvDownload.value === OFFERS_FILE}
        disabled={cv.pending}
        onChange={({ target }) => cv.offer(target.checked)}
      >
        Offer my PDF instead of the generated CV
      </Checkbox>
      <a
        className="inline-flex min-h-10 items-center text-small"
        href={`${stored.cvFile.value}?download=CV.pdf`}
      >
        Download the PDF
      </a>
    </div>
  );
}

function FileButtons(props: {
  stored: StoredCv;
  cv: CvActions;
  onChoose: (file: File | undefined) => void;
}) {
  const { stored, cv, onChoose } = props;
  const hasFile = stored.cvFile.value !== "";
  return (
    <div className="flex flex-wrap gap-2">
      <FileButton
        icon={<FileUp />}
        input="CV as PDF"
        accept=".pdf,application/pdf"
        pending={cv.uploading}
        disabled={cv.pending}
        onChoose={onChoose}
      >
        {hasFile ? "Replace PDF" : "Choose PDF"}
      </FileButton>
      {cv.uploading && (
        <Button icon={<X />} onClick={cv.cancel}>
          Cancel
        </Button>
      )}
      {hasFile && !cv.uploading && (
        <Button
          look="danger"
          pending={cv.removing}
          disabled={cv.pending}
          onClick={() => {
            if (askToConfirm("Are you sure you want to remove the uploaded CV?")) cv.remove();
          }}
        >
          Remove PDF
        </Button>
      )}
    </div>
  );
}
