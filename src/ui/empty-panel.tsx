import type { ReactNode } from "react";

/** Stands where a list would be when it has no entries. */
export function EmptyPanel({
  title,
  text,
  action,
}: {
  title: string;
  text?: ReactNode;
  /** The way out of emptiness, such as an Add button. */
  action?: ReactNode;
}) {
  return (
    <div className="grid justify-items-start gap-3 rounded border border-line border-dashed px-6 py-12 sm:px-10">
      <h2 className="text-body font-semibold">{title}</h2>
      {text && <p className="max-w-[56ch] text-soft">{text}</p>}
      {action}
    </div>
  );
}
