import type { ReactNode } from "react";
import { Notice } from "../notice.tsx";

interface ChooseSourceProps {
  /** Why what was chosen cannot be read; empty before. */
  problem: string;
  /** Sources that can be chosen, each with where to get it. */
  kinds: readonly (readonly [name: string, text: string])[];
  /** Says that the page accepts a dropped file as well. */
  dropText: string;
  /** The buttons that open the browser's choosers. */
  children: ReactNode;
}

/** The first step of an import. */
export function ChooseSource({ problem, kinds, dropText, children }: ChooseSourceProps) {
  return (
    <>
      {problem && <Notice>{problem}</Notice>}
      <div className="grid justify-items-center gap-3 rounded border border-line-strong border-dashed p-8">
        {children}
        <p className="text-center text-small text-soft">{dropText}</p>
      </div>
      <dl className="m-0 grid gap-3 text-note">
        {kinds.map(([name, text]) => (
          <div key={name} className="grid gap-x-4 sm:grid-cols-[9rem_1fr]">
            <dt className="font-semibold">{name}</dt>
            <dd className="m-0 text-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
