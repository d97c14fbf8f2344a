import { CircleAlert } from "lucide-react";
import { formatMoment } from "../../lib/format.ts";
import { textsOf } from "./notion-queries.ts";

/** Explains why Notion could not be read, and that the notes below are older. */
export function ConnectionFailed({
  error,
  cachedAt,
}: {
  error: Error;
  /** When the notes shown below were read. */
  cachedAt: string | undefined;
}) {
  const { message, advice, hint, detail } = textsOf(error);
  return (
    <section
      role="alert"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2 rounded border border-line bg-surface p-5"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 text-bad" />
      <h2 className="text-body font-semibold">Connection Failed</h2>
      <div className="col-start-2 grid max-w-[66ch] gap-2 text-note">
        <p className="text-bad [overflow-wrap:anywhere]">{message}</p>
        {advice && <p className="text-soft">{advice}</p>}
        {hint && <p className="text-soft">{hint}</p>}
        {detail && <p className="text-soft [overflow-wrap:anywhere]">Reported: {detail}</p>}
        {cachedAt && (
          <p>
            These are the notes as they were at the last successful sync, {formatMoment(cachedAt)}.
          </p>
        )}
      </div>
    </section>
  );
}
