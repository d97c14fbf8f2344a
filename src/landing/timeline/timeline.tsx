import { SECTIONS, type TimelineId } from "../../content/sections.ts";
import { ListText } from "../list-text.tsx";
import type { TimelineEntry } from "../page-content.ts";
import { Section } from "../section.tsx";

/** A vertical timeline, newest entry first. */
export function Timeline({ id, entries }: { id: TimelineId; entries: TimelineEntry[] }) {
  const { title, timeline } = SECTIONS[id];
  const { subtitle, empty } = timeline;
  return (
    <Section id={id} title={title} subtitle={subtitle} layout="rail">
      {entries.length === 0 ? (
        <p className="empty">{empty}</p>
      ) : (
        <ol className="timeline">
          {entries.map((entry) => (
            <Entry key={entry.key} entry={entry} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { title, organization, link, location, dates, facts, description, skills } = entry;
  return (
    <li className="entry">
      <p className="dates">{dates}</p>
      <div>
        <h3>{title}</h3>
        <p className="place">
          {link ? (
            <a href={link} target="_blank" rel="noopener">
              {organization}
            </a>
          ) : (
            organization
          )}
          {location && <span className="location">{location}</span>}
        </p>
        {facts.map((fact) => (
          <p key={fact} className="place">
            {fact}
          </p>
        ))}
        {description && <ListText text={description} className="description" />}
        {skills.length > 0 && <Chips items={skills} label={`Skills: ${title}`} />}
      </div>
    </li>
  );
}

/** A list of short words: skills of an entry, the stack of a project. */
export function Chips({ items, label }: { items: string[]; label: string }) {
  return (
    <ul className="chips" aria-label={label}>
      {[...new Set(items)].map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
