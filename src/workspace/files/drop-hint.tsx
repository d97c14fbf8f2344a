import { Upload } from "lucide-react";

/** Overlay shown while files from outside the page are dragged over it. */
export function DropHint({ folderName }: { folderName: string }) {
  return (
    <div className="pointer-events-none fixed inset-2 z-20 grid content-end justify-items-center rounded border-2 border-accent border-dashed pb-8">
      <p className="flex max-w-[80vw] items-center gap-3 rounded bg-accent px-4 py-2 font-semibold text-on-accent">
        <Upload aria-hidden="true" className="size-4 shrink-0" />
        <span className="truncate">Drop to upload to {folderName}</span>
      </p>
    </div>
  );
}
