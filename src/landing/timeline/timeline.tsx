import type { SectionHeading, TimelineId } from "../../content/sections.ts";
import { IndexRows } from "../index-rows.tsx";
import { ListText } from "../list-text.tsx";
import type { TimelineEntry } from "../page-content.ts";
import { Section } from "../section.tsx";
import { useTexts } from "../texts.ts";

interface TimelineProps {
  id: TimelineId;
  heading: SectionHeading;
  entries: TimelineEntry[];
}

/** A vertical timeline, newest entry first. */
export function Timeline({ id, heading, entries }: TimelineProps) {
  const texts = useTexts();
  const empty: Partial<Record<TimelineId, string>> = texts.emptyTexts;
  return (
    <Section id={id} heading={heading} layout="rail">
      {entries.length === 0 ? (
        <p className="empty">{empty[id]}</p>
      ) : (
        <>
          <ol className="timeline">
            {entries.slice(0, WHOLE_COUNT).map((entry) => (
              <li key={entry.key} className="entry">
                <p className="dates">{entry.dates}</p>
                <div>
                  <h3>
                    <LinkOr href={entry.titleLink} text={entry.title} />
                  </h3>
                  <EntryBody entry={entry} />
                </div>
              </li>
            ))}
          </ol>
          <IndexRows
            label={texts.moreOf(heading.name)}
            rows={entries.slice(WHOLE_COUNT).map((entry) => ({
              key: entry.key,
              title: [entry.title, entry.organization].filter(Boolean).join(", "),
              aside: entry.dates,
              body: (
                <>
                  <p className="dates">{entry.dates}</p>
                  <EntryBody entry={entry} />
                </>
              ),
            }))}
          />
        </>
      )}
    </Section>
  );
}

/** Entries shown whole; the older ones follow as rows. */
const WHOLE_COUNT = 6;

function EntryBody({ entry }: { entry: TimelineEntry }) {
  const { title, organization, link, location, facts, description, skills } = entry;
  const texts = useTexts();
  return (
    <>
      {(organization || location) && (
        <p className="place">
          <LinkOr href={link} text={organization} />
          {location && <span className="location">{location}</span>}
        </p>
      )}
      {facts.map((fact) => (
        <p key={fact} className="place">
          {fact}
        </p>
      ))}
      {description && <ListText text={description} className="description" />}
      {skills.length > 0 && (
        <Chips items={skills} label={texts.labeled(texts.names.skills, title)} />
      )}
    </>
  );
}

function LinkOr({ href, text }: { href: string | null; text: string }) {
  if (!href) return text;
  return (
    <a href={href} target="_blank" rel="noopener">
      {text}
    </a>
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
