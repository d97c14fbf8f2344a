import type { ReactNode } from "react";
import { Notice } from "../notice.tsx";

interface ChooseSourceProps {
  /** Why the chosen file cannot be read; empty before a choice. */
  problem: string;
  /** Name of each supported source, and where to export it. */
  kinds: readonly (readonly [name: string, text: string])[];
  /** Text saying that the page also accepts a dropped file. */
  dropText: string;
  /** The buttons that open file pickers. */
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
