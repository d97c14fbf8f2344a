import { ProgressBar } from "./progress-bar.tsx";

interface UploadProgressProps {
  /** What is under way, such as "Uploading...". */
  text: string;
  /** From 0 to 1. */
  share: number;
}

/** How much of an upload has been sent, as a bar and in words. */
export function UploadProgress({ text, share }: UploadProgressProps) {
  const percent = Math.round(share * 100);
  return (
    <div className="grid w-full gap-1 text-small text-soft">
      <ProgressBar label="Upload" value={percent} max={100} />
      <span className="tabular-nums">{`${text} ${percent} %`}</span>
    </div>
  );
}
