import { HIGHLIGHTS } from "../../content/page-texts.ts";
import { RichText } from "../../ui/rich-text.tsx";
import { linked } from "../list-text.tsx";
import type { PageContent } from "../page-content.ts";
import { PictureOr } from "../picture-or.tsx";
import { Section } from "../section.tsx";
import { useTexts } from "../texts.ts";

/** Portrait, personal statement, and the blocks that the owner has written, under fixed titles. */
export function About({ headings, name, portrait, highlights, ...about }: AboutProps) {
  const texts = useTexts();
  return (
    <Section id="about" heading={headings.about} layout="rail">
      <div className="about">
        <div className="portrait">
          <PictureOr
            picture={portrait}
            alt={texts.portraitOf(name)}
            sizes="(min-width: 64rem) 15rem, 12rem"
            fallback="portrait"
            name={name}
          />
        </div>
        <div className="statement">
          {about.story ? <RichText html={about.story} /> : <p>{about.introduction}</p>}
        </div>
        {highlights.some(Boolean) && (
          <ul className="highlights">
            {HIGHLIGHTS.map(
              ([key, title], index) =>
                highlights[index] && (
                  <li key={key}>
                    <h3>{texts.highlights[title]}</h3>
                    <p>{linked(highlights[index])}</p>
                  </li>
                ),
            )}
          </ul>
        )}
      </div>
    </Section>
  );
}

type AboutProps = Pick<
  PageContent,
  "headings" | "name" | "portrait" | "story" | "introduction" | "highlights"
>;
