import type { ReactNode } from "react";

interface SectionProps {
  id: string;
  title: string;
  subtitle?: string;
  /** Adds to the section's class: the layout of its heading and body. */
  layout: "rail" | "stacked" | "stacked band" | "closing";
  /** Shown at the end of the section's heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** One section of the page: a heading with title and subtitle, and a body that fades in once. */
export function Section({ id, title, subtitle, layout, action, children }: SectionProps) {
  return (
    <section id={id} className={`section ${layout}`} aria-label={title}>
      <div className="section-head">
        <h2>{title}</h2>
        {subtitle && <p className="subtitle">{subtitle}</p>}
        {action}
      </div>
      <div className="section-body">{children}</div>
    </section>
  );
}
