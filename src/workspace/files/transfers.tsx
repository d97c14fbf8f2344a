import { ZipPanel } from "./download/zip-panel.tsx";
import { UploadPanel } from "./uploads/upload-panel.tsx";
import { useUploads } from "./uploads/use-uploads.ts";

/** Panels of running uploads and downloads, at the bottom of every screen. */
export function Transfers({ userId }: { userId: string }) {
  const { uploads, jobs } = useUploads(userId);
  return (
    <div className="sticky bottom-4 z-10 mt-6 grid w-full max-w-lg gap-2 empty:hidden">
      <ZipPanel />
      <UploadPanel uploads={uploads} jobs={jobs} />
    </div>
  );
}
