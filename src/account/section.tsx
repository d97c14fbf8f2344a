import { type ReactNode, useId } from "react";

export function Section(props: {
  title: string;
  text?: ReactNode;
  /** Shown at the end of the heading's line. `false` reserves its height. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { title, text, actions, children } = props;
  const id = useId();
  return (
    <section className="grid min-w-0 content-start gap-4" aria-labelledby={id}>
      <header className="grid gap-1">
        <div
          className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 ${actions === undefined ? "" : "min-h-10"}`}
        >
          <h2 id={id} className="text-body font-semibold">
            {title}
          </h2>
          {actions}
        </div>
        {text && <p className="max-w-[66ch] text-soft">{text}</p>}
      </header>
      {children}
    </section>
  );
}
