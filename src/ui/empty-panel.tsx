import type { ReactNode } from "react";

/** Shown in place of an empty list. */
export function EmptyPanel(props: {
  title: string;
  text?: ReactNode;
  /** An action that fills the list, such as an Add button. */
  action?: ReactNode;
}) {
  const { title, text, action } = props;
  return (
    <div className="grid justify-items-start gap-3 rounded border border-line border-dashed px-6 py-12 sm:px-10">
      <h2 className="text-body font-semibold">{title}</h2>
      {text && <p className="max-w-[56ch] text-soft">{text}</p>}
      {action}
    </div>
  );
}
