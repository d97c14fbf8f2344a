import type { SectionHeading, TimelineId } from "../../content/sections.ts";
import { joinWords } from "../../lib/join-words.ts";
import { type IndexRow, IndexRows, inParts } from "../index-rows.tsx";
import { LinkOr, ListText, linked, shortAddress } from "../list-text.tsx";
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
  const whole = wholeOf(entries);
  const isDated = entries.some(({ dates }) => dates !== "");
  const rows = entries.filter((entry) => !whole.has(entry));
  const empty: Partial<Record<TimelineId, string>> = texts.emptyTexts;
  return (
    <Section id={id} heading={heading} layout="rail">
      {entries.length === 0 ? (
        <p className="empty">{empty[id]}</p>
      ) : (
        <>
          {inParts(blocksOf(entries, whole)).map(({ part, from, className, style, pause }) => (
            <ol
              key={from}
              className={(isDated ? timelineClass(entries) : "plain") + className}
              style={style}
            >
              {part.map(([entry, ...others], at) => (
                <li key={entry.key} className="entry">
                  {isDated && <p className="dates">{others[0] ? entry.run?.dates : entry.dates}</p>}
                  {others[0] ? (
                    <Roles roles={[entry, ...others]} />
                  ) : (
                    <div>
                      <h3 className={entry.title.length > LONG_TITLE ? "long" : undefined}>
                        <LinkOr href={entry.titleLink} text={entry.title} />
                      </h3>
                      <EntryBody entry={entry} />
                    </div>
                  )}
                  {at === 0 && pause}
                </li>
              ))}
            </ol>
          ))}
          <IndexRows label={texts.moreOf(heading.name)} rows={rows.map(toRow)} />
        </>
      )}
    </Section>
  );
}

/** Titles longer than this many characters are smaller. */
const LONG_TITLE = 80;

/** Number of entries shown in full; the others follow as rows. */
const WHOLE_COUNT = 6;

/** The entries shown in full: all that are running, and the first others, unless one would be left. */
function wholeOf(entries: readonly TimelineEntry[]): ReadonlySet<TimelineEntry> {
  const running = entries.filter(({ isRunning }) => isRunning);
  const others = entries.filter(({ isRunning }) => !isRunning);
  const count = Math.max(0, WHOLE_COUNT - running.length);
  return new Set([...running, ...others.slice(0, others.length === count + 1 ? count + 1 : count)]);
}

type Block = [TimelineEntry, ...TimelineEntry[]];

/** The entries shown in full, with consecutive ones at one employer grouped. */
function blocksOf(entries: readonly TimelineEntry[], whole: ReadonlySet<TimelineEntry>): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < entries.length; ) {
    const count = entries[at]?.run?.count ?? 1;
    const [first, ...others] = entries.slice(at, at + count).filter((entry) => whole.has(entry));
    if (first) blocks.push([first, ...others]);
    at += count;
  }
  return blocks;
}

/** Periods are beside the titles if all fit in one line of their column; otherwise above. */
function timelineClass(entries: readonly TimelineEntry[]): string {
  const periods = entries.flatMap(({ dates, run }) => [dates, run?.dates ?? ""]);
  return periods.every((text) => FITS.test(text)) ? "timeline beside" : "timeline";
}

/** Fits in the 13rem of timeline.css and print.css; East Asian characters are wider. */
const FITS = /^([^\u2e80-\uffff]{0,25}|.{0,16})$/u;

/** A row has the title, employer and period, and its body the rest. */
function toRow(entry: TimelineEntry): IndexRow {
  const { key, title, organization, dates, location, facts, description, skills } = entry;
  const links = [entry.titleLink, entry.link].filter((href) => href !== null);
  const others = [location, description, ...facts, ...skills, ...links];
  return {
    key,
    title: joinWords([title, organization]),
    aside: dates,
    body: others.some(Boolean) && (
      <>
        <EntryBody entry={{ ...entry, organization: "" }} />
        {links.map((href) => (
          <p key={href} className="place">
            <LinkOr href={href} text={shortAddress(href)} />
          </p>
        ))}
      </>
    ),
  };
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
  const { title, organization, link, location, facts, description, skills } = entry;
  const texts = useTexts();
  return (
    <>
      {(organization || location) && (
        <p className="place">
          {organization && (
            <b>
              <LinkOr href={link} text={organization} />
            </b>
          )}
          {organization && location && " · "}
          {location}
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
