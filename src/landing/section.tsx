import type { ReactNode } from "react";
import type { SectionHeading } from "../content/sections.ts";

interface SectionProps {
  id: string;
  /** The title may be empty; the section is then labeled with its name. */
  heading: SectionHeading;
  /** Layout of heading and body; becomes part of the section's class. */
  layout: "rail" | "stacked" | "stacked band" | "rail closing";
  /** Shown at the end of the section's heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** One section of the page: a heading with title and subtitle, and a body that fades in once. */
export function Section({ id, heading, layout, action, children }: SectionProps) {
  const { title, subtitle, name, anchors = [] } = heading;
  return (
    <section id={id} className={`section ${layout}`} aria-label={title || name}>
      {anchors.map((anchor) => (
        <span key={anchor} id={anchor} />
      ))}
      <div className="section-head">
        {title && <h2>{title}</h2>}
        {subtitle && <p className="subtitle">{subtitle}</p>}
        {action}
      </div>
      <div className="section-body">{children}</div>
    </section>
  );
}
