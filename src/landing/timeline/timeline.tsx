import type { SectionHeading, TimelineId } from "../../content/sections.ts";
import { joinWords } from "../../lib/join-words.ts";
import { IndexRows } from "../index-rows.tsx";
import { LinkOr, ListText, linked } from "../list-text.tsx";
import type { TimelineEntry } from "../page-content.ts";
import { Section } from "../section.tsx";
import { useTexts } from "../texts.ts";

interface TimelineProps {
  id: TimelineId;
  heading: SectionHeading;
  entries: TimelineEntry[];
}

/** A vertical timeline, newest entry first; a plain list if no entry has a date. */
export function Timeline({ id, heading, entries }: TimelineProps) {
  const texts = useTexts();
  const whole = wholeBlocks(entries);
  const isDated = entries.some(({ dates }) => dates !== "");
  const empty: Partial<Record<TimelineId, string>> = texts.emptyTexts;
  return (
    <Section id={id} heading={heading} layout="rail">
      {entries.length === 0 ? (
        <p className="empty">{empty[id]}</p>
      ) : (
        <>
          <ol className={isDated ? "timeline" : undefined}>
            {whole.map(([entry, ...others]) => (
              <li key={entry.key} className="entry">
                {isDated && <p className="dates">{entry.run?.dates ?? entry.dates}</p>}
                {entry.run ? (
                  <Roles roles={[entry, ...others]} />
                ) : (
                  <div>
                    <h3>
                      <LinkOr href={entry.titleLink} text={entry.title} />
                    </h3>
                    <EntryBody entry={entry} />
                  </div>
                )}
              </li>
            ))}
          </ol>
          <IndexRows
            label={texts.moreOf(heading.name)}
            rows={entries.slice(whole.flat().length).map((entry) => ({
              key: entry.key,
              title: joinWords([entry.title, entry.organization]),
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

/** Number of entries shown in full; the older ones follow as rows. */
const WHOLE_COUNT = 6;

type Block = [TimelineEntry, ...TimelineEntry[]];

/** The first entries, with consecutive ones at one employer grouped. */
function wholeBlocks(entries: readonly TimelineEntry[]): Block[] {
  const blocks: Block[] = [];
  const whole = entries.slice(0, WHOLE_COUNT);
  for (let at = 0; at < whole.length; at += blocks.at(-1)?.length ?? 1)
    blocks.push(whole.slice(at, at + (whole[at]?.run?.count ?? 1)) as Block);
  return blocks;
}

/** Consecutive roles at one employer. */
function Roles({ roles }: { roles: Block }) {
  const { link, organization } = roles[0];
  return (
    <div>
      <h3>
        <LinkOr href={link} text={organization} />
      </h3>
      <ol className="roles">
        {roles.map((role) => (
          <li key={role.key}>
            <h4>
              <LinkOr href={role.titleLink} text={role.title} />
            </h4>
            <p className="dates">{role.dates}</p>
            <EntryBody entry={{ ...role, organization: "" }} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function EntryBody({ entry }: { entry: TimelineEntry }) {
  const { title, organization, link, location, authors, facts, description, skills } = entry;
  const texts = useTexts();
  return (
    <>
      {authors.length > 0 && (
        <p className="place authors" dir="auto">
          <Authors authors={authors} />
        </p>
      )}
      {(organization || location) && (
        <p className="place">
          {organization && (
            <b>
              <LinkOr href={link} text={organization} />
            </b>
          )}
          {location && <span className="location">{location}</span>}
        </p>
      )}
      {facts.map((fact) => (
        <p key={fact} className="place">
          {linked(fact)}
        </p>
      ))}
      {description && <ListText text={description} className="description" />}
      {skills.length > 0 && (
        <Chips items={skills} label={texts.labeled(texts.names.skills, title)} />
      )}
    </>
  );
}

/** The authors of a publication, the owner's name bold. */
export function Authors({ authors }: Pick<TimelineEntry, "authors">) {
  return authors.map(({ text, isOwner }) => (isOwner ? <b key={text}>{text}</b> : text));
}

/** A list of short words, such as an entry's skills or a project's stack. */
export function Chips({ items, label }: { items: string[]; label: string }) {
  return (
    <ul className="chips" aria-label={label}>
      {[...new Set(items)].map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
