import type { ReactNode } from "react";

/** A label beside an entry of a list. */
export function Tag({
  tone = "soft",
  children,
}: {
  tone?: keyof typeof TONES;
  children: ReactNode;
}) {
  return (
    <span className={`rounded border border-line px-1.5 text-small ${TONES[tone]}`}>
      {children}
    </span>
  );
}

const TONES = { soft: "text-soft", good: "text-good", bad: "text-bad" } as const;
