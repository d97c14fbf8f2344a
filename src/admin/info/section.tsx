import { type ReactNode, useEffect, useId, useRef } from "react";
import { useSearchParams } from "react-router";

interface SectionProps {
  title: string;
  text?: ReactNode;
  /** Name of the section in `infoPath`. */
  name?: string;
  children: ReactNode;
}

/** A section of the screen: heading and description on the left, or above, and controls. */
export function Section({ title, text, name, children }: SectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isSought = useSearchParams()[0].get("section") === name;
  useEffect(() => {
    if (!isSought) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [isSought]);
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-line border-t py-7 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <header className="grid content-start gap-1">
        <h2
          ref={heading}
          id={id}
          tabIndex={-1}
          className="scroll-mt-20 text-body font-semibold outline-none!"
        >
          {title}
        </h2>
        {text && <p className="max-w-[56ch] text-note text-soft">{text}</p>}
      </header>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
