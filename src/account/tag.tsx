import type { ReactNode } from "react";

/** A label beside an entry of a list. */
export function Tag(props: { tone?: keyof typeof TONES; children: ReactNode }) {
  const { tone = "soft", children } = props;
  return (
    <span className={`rounded border border-line px-1.5 text-small ${TONES[tone]}`}>
      {children}
    </span>
  );
}

const TONES = { soft: "text-soft", good: "text-good", bad: "text-bad" } as const;
