import type { SectionHeading } from "../../content/sections.ts";
import { commaBetween, joinWords } from "../../lib/join-words.ts";
import { LinkOr, ListText, shortAddress } from "../list-text.tsx";
import type { TimelineEntry } from "../page-content.ts";
import { Section } from "../section.tsx";

interface CitationsProps {
  heading: SectionHeading;
  entries: TimelineEntry[];
}

/** Publications and talks as citations. */
export function Citations({ heading, entries }: CitationsProps) {
  return (
    <Section id="publications" heading={heading} layout="rail">
      <ul className="citations">
        {entries.map(({ key, description, ...entry }) => (
          <li key={key}>
            <Citation {...entry} />
            {description && <ListText text={description} className="description" />}
          </li>
        ))}
      </ul>
    </Section>
  );
}

type CitationProps = Omit<TimelineEntry, "key" | "description" | "skills"> & { printed?: boolean };

/** "A. Lovelace, B. Babbage. Notes. *Journal*, London, 1843", with the address when printed. */
export function Citation({ authors, title, titleLink, printed, ...entry }: CitationProps) {
  const { organization, link, location, facts, year, dates } = entry;
  const names = authors.map(({ text }) => text).join("");
  const rest = joinWords([location, ...facts, (!printed && year) || dates]);
  return (
    <p dir="auto">
      <span className="authors">
        {authors.map(({ text, isOwner }) => (isOwner ? <b key={text}>{text}</b> : text))}
      </span>
      {names && endOf(names)}
      <LinkOr href={printed ? null : titleLink} text={title} />
      {(organization || rest || printed) && endOf(title)}
      {organization && (
        <cite>
          <LinkOr href={printed ? null : link} text={organization} />
        </cite>
      )}
      {organization && rest && `${commaBetween(organization, rest)} `}
      {rest}
      {printed && (organization || rest) && ". "}
      {printed && titleLink && <a href={titleLink}>{shortAddress(titleLink)}</a>}
    </p>
  );
}

function endOf(sentence: string): string {
  return /[.!?。]$/.test(sentence) ? " " : ". ";
}
