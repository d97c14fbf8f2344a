import { guessProfile } from "../../content/cv/icon-guess.ts";
import { skillText } from "../../content/group-skills.ts";
import type { SectionId } from "../../content/sections.ts";
import { joinWords } from "../../lib/join-words.ts";
import { siteAddress } from "../../lib/site-address.ts";
import { isSameName } from "../../ui/icons/find-icons.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { ListText, linked, shortAddress } from "../list-text.tsx";
import { DEFAULT_NAME, type PageContent, type TimelineEntry } from "../page-content.ts";
import { Citation } from "../timeline/citations.tsx";

/** The content as a CV to print: contact first, URLs written out, nothing shortened. */
export function Cv({ content }: { content: PageContent }) {
  const { fullName, tagline, bio, sections, texts } = content;
  return (
    <>
      <nav className="hint" aria-label={texts.cv}>
        <a href={siteAddress("/")}>{texts.toPage}</a>
        <span>{texts.printHint}</span>
      </nav>
      <main>
        <h1>{fullName || DEFAULT_NAME}</h1>
        {tagline && <p className="tagline">{tagline}</p>}
        <Contact content={content} />
        {bio && (
          <div className="summary">
            <RichText html={bio} />
          </div>
        )}
        {inCvOrder(sections).map((id) => (
          <CvSection key={id} id={id} content={content} />
        ))}
      </main>
    </>
  );
}

/** Work first, unless the owner has moved it; the page's own default begins with education. */
function inCvOrder(sections: SectionId[]): SectionId[] {
  const [one, other] = [sections.indexOf("education"), sections.indexOf("experience")];
  return one >= 0 && other === one + 1
    ? sections.with(one, "experience").with(other, "education")
    : sections;
}

function Contact({ content }: { content: PageContent }) {
  const { location, email, phone, links } = content;
  return (
    <ul className="contact">
      {location && <li>{location}</li>}
      {email && (
        <li>
          <a href={email.href}>{email.text}</a>
        </li>
      )}
      {phone && <li>{phone}</li>}
      {links.map(({ key, name, href }) => (
        <li key={key}>
          {properName(name, href)}: <Address href={href} />
        </li>
      ))}
    </ul>
  );
}

/** The brand's spelling of a link's name: "GitHub" for "github". */
function properName(name: string, href: string): string {
  const brand = guessProfile(name, href);
  return brand && isSameName(brand.name, name) ? brand.name : name;
}

function CvSection({ id, content }: { id: SectionId; content: PageContent }) {
  switch (id) {
    case "about":
      return null;
    case "skills":
      return <Skills title={content.headings.skills.name} groups={content.skillGroups} />;
    case "projects":
      return content.projects.length === 0 ? null : (
        <section>
          <h2>{content.headings.projects.name}</h2>
          {content.projects.map(({ key, name, description, stack, facts, live, code }) => (
            <article key={key} className={entryClass(description)}>
              <div className="head">
                <h3>{name}</h3>
                <p className="place">
                  {linked(facts.join(" · "))}
                  {facts.length > 0 && (live || code) && " · "}
                  {live && <Address href={live} />}
                  {live && code && " · "}
                  {code && <Address href={code} />}
                </p>
              </div>
              {description && <ListText text={description} className="text" />}
              {stack.length > 0 && <p className="chips">{joinWords(stack)}</p>}
            </article>
          ))}
        </section>
      );
    case "languages":
      return content.languages.length === 0 ? null : (
        <section>
          <h2>{content.headings.languages.name}</h2>
          <p>{joinWords(content.languages.map(languageText))}</p>
        </section>
      );
    default:
      return <Entries title={content.headings[id].name} entries={content[id]} />;
  }
}

function Skills({ title, groups }: { title: string; groups: PageContent["skillGroups"] }) {
  if (groups.length === 0) return null;
  const lines = groups.map(({ skills, ...group }) => ({
    name: skillText(group),
    text: joinWords(skills.map(skillText)),
  }));
  return (
    <section className={lines.length <= WHOLE_LINES ? "whole" : undefined}>
      <h2>{title}</h2>
      {lines.map(({ name, text }) => (
        <p key={name} className={entryClass(text)}>
          <b>{name}:</b> {text}
        </p>
      ))}
    </section>
  );
}

function languageText({ title, organization }: TimelineEntry): string {
  return skillText({ name: title, levelText: organization });
}

/** Categories with at most this many lines are kept on one page. */
const WHOLE_LINES = 12;

function Entries({ title, entries }: { title: string; entries: TimelineEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      {entries.map(({ key, description, skills, ...entry }) => (
        <article key={key} className={entryClass(description)}>
          {entry.authors.length > 0 ? <Citation {...entry} printed /> : <Head {...entry} />}
          {description && <ListText text={description} className="text" />}
          {skills.length > 0 && <p className="chips">{joinWords(skills)}</p>}
        </article>
      ))}
    </section>
  );
}

type HeadProps = Omit<TimelineEntry, "key" | "description" | "skills">;

function Head({ title, titleLink, organization, location, facts, dates }: HeadProps) {
  const place = joinWords([organization, location, ...facts]);
  return (
    <div className="head">
      <h3>{title}</h3>
      <p className="place">
        {linked(place)}
        {titleLink && place && " · "}
        {titleLink && <Address href={titleLink} />}
      </p>
      <span className="dates">{dates}</span>
    </div>
  );
}

/** Short entries stay on one page; a long one may be divided after its first paragraph. */
function entryClass(description: string): string {
  return description.length > 500 ? "entry long" : "entry";
}

/** A URL without its scheme, as it is printed. */
function Address({ href }: { href: string }) {
  return <a href={href}>{shortAddress(href)}</a>;
}
