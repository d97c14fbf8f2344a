import type { SectionHeading } from "../../content/sections.ts";
import type { TimelineEntry } from "../page-content.ts";
import { Section } from "../section.tsx";

interface LanguagesProps {
  heading: SectionHeading;
  entries: TimelineEntry[];
}

/** The languages with their levels, as a compact list. */
export function Languages({ heading, entries }: LanguagesProps) {
  return (
    <Section id="languages" heading={heading} layout="rail">
      <ul className="skill-list">
        {entries.map(({ key, title, organization: level }) => (
          <li key={key} className="skill">
            <span>
              {title}
              {level && <small>{level}</small>}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
