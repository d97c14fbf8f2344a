import { ProgressBar } from "../../ui/progress-bar.tsx";

interface UploadProgressProps {
  label: string;
  /** Name of the running step, such as "Uploading...". */
  text: string;
  /** Progress from 0 to 1. */
  share: number;
}

export function UploadProgress({ label, text, share }: UploadProgressProps) {
  const percent = Math.round(share * 100);
  return (
    <div className="grid w-full gap-1 text-small text-soft">
      <ProgressBar label={label} value={percent} max={100} />
      <span className="tabular-nums">{`${text} ${percent} %`}</span>
    </div>
  );
}
