import { type ReactNode, useEffect, useId } from "react";
import { useSearchParams } from "react-router";

/** A section of the screen: heading and description on the left, or above, and controls. */
export function Section(props: { title: string; text?: ReactNode; children: ReactNode }) {
  const { title, text, children } = props;
  const id = useId();
  const isSought = useSearchParams()[0].get("section") === title;
  useEffect(() => {
    if (isSought) document.getElementById(id)?.focus();
  }, [isSought, id]);
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-line border-t py-7 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <header className="grid content-start gap-1">
        <h2 id={id} tabIndex={-1} className="scroll-my-20 text-body font-semibold outline-none!">
          {title}
        </h2>
        {text && <p className="max-w-[56ch] text-note text-soft">{text}</p>}
      </header>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
