import { HIGHLIGHTS } from "../../content/page-texts.ts";
import { portraitLabel } from "../../ui/generated-portrait.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import type { PageContent } from "../page-content.ts";
import { PictureOr } from "../picture-or.tsx";
import { Section } from "../section.tsx";

/** Portrait, personal statement and the three blocks, whose titles are fixed. */
export function About({ name, portrait, statement, highlights }: AboutProps) {
  return (
    <Section id="about" title="About" layout="rail">
      <div className="about">
        <div className="portrait">
          <PictureOr
            picture={portrait}
            alt={portraitLabel(name)}
            sizes="(min-width: 64rem) 15rem, 12rem"
            fallback="portrait"
            name={name}
          />
        </div>
        <div className="statement">
          {statement ? (
            <RichText html={statement} />
          ) : (
            <p>
              I build software with care for the people who use it and for those who will read it
              after me. The long version of this story is still being written; until then, the work
              below speaks for itself.
            </p>
          )}
        </div>
        <ul className="highlights">
          {HIGHLIGHTS.map(([, title, text], index) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{highlights[index] || text}</p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

type AboutProps = Pick<PageContent, "name" | "portrait" | "statement" | "highlights">;
