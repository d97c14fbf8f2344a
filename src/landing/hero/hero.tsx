import type { CSSProperties } from "react";
import { graphemes } from "../../lib/graphemes.ts";
import { joinWords } from "../../lib/join-words.ts";
import { BrandIcon } from "../../ui/brand-icon.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { CvLink } from "../cv/cv-link.tsx";
import type { PageContent, SocialLink } from "../page-content.ts";
import { PictureOr } from "../picture-or.tsx";
import { useTexts } from "../texts.ts";
import { TypedText } from "../typed-text.tsx";

const WORK = ["projects", "experience"] as const;

type HeroProps = Pick<
  PageContent,
  "name" | "tagline" | "location" | "lead" | "latestRole" | "sections" | "cvFile" | "links"
> &
  HeroPictureProps;

/** The first screen: greeting, looping tagline, bio, links, a picture and a few facts. */
export function Hero(props: HeroProps) {
  const { name, tagline, location, lead, latestRole, sections, cvFile, links } = props;
  const texts = useTexts();
  // Without projects, the link leads to the jobs.
  const work = WORK.find((id) => sections.includes(id));
  return (
    <section id="home" className="hero" aria-labelledby="greeting">
      <div className="hero-name">
        <h1 id="greeting" style={longestWord(name)}>
          {name ? (
            <>
              <span className="greeting">{texts.greeting}</span> {name}
            </>
          ) : (
            texts.welcome
          )}
        </h1>
      </div>
      {tagline && (
        <p className="tagline">
          <TypedText text={tagline} loop />
        </p>
      )}
      <div className="hero-text">
        {lead ? <RichText html={lead} /> : !name && <p>{texts.opened}</p>}
        <p className="buttons">
          <a className="button button-primary" href="#contact">
            {texts.getInTouch}
          </a>
          {work && (
            <a className="button" href={`#${work}`}>
              {texts.viewWork}
            </a>
          )}
          <CvLink name={name} cvFile={cvFile} className="button cv-link" />
        </p>
        {links.length > 0 && <Profiles links={links} />}
      </div>
      <div className="hero-side">
        {name && <HeroPicture {...props} />}
        <Facts location={location} current={latestRole} />
      </div>
    </section>
  );
}

/** The owner's social links as icons; the section Get In Touch shows their names. */
function Profiles({ links }: { links: SocialLink[] }) {
  const { findMe } = useTexts();
  return (
    <ul className="profiles" aria-label={findMe}>
      {links.map(({ key, name, href, icon, iconPath }) => (
        <li key={key}>
          <a href={href} target="_blank" rel="me noopener" title={name} aria-label={name}>
            <BrandIcon symbol={icon} name={name} path={iconPath} />
          </a>
        </li>
      ))}
    </ul>
  );
}

type HeroPictureProps = Pick<PageContent, "name" | "portrait" | "projects" | "heroProject">;

/** The portrait, or the picture of the project that the owner has chosen. */
function HeroPicture({ name, portrait, projects, heroProject }: HeroPictureProps) {
  const texts = useTexts();
  const project = heroProject === null ? undefined : projects[heroProject];
  return (
    <div className={project ? "hero-picture hero-project" : "hero-picture"}>
      <PictureOr
        picture={project ? project.picture : portrait}
        alt={project ? (project.alt ?? texts.screenshotOf(project.name)) : texts.portraitOf(name)}
        sizes={`${WIDE} ${project ? "34rem" : "24rem"}, 6rem`}
        tallWhere={WIDE}
        fallback="portrait"
        name={name}
        eager
      />
    </div>
  );
}

/** The same media query as in hero.css. */
const WIDE = "(min-width: 44rem)";

/** Length of the longest word, which the styles need to fit the name into its column. */
function longestWord(name: string): CSSProperties {
  const lengths = name.split(/\s+/).map((word) => graphemes(word).length);
  return { "--longest": Math.max(7, ...lengths) } as CSSProperties;
}

function Facts(props: { location: string; current: PageContent["latestRole"] }) {
  const { location, current } = props;
  const texts = useTexts();
  if (!location && !current) return null;
  return (
    <dl className="facts">
      {location && (
        <div>
          <dt>{texts.basedIn}</dt>
          <dd>{location}</dd>
        </div>
      )}
      {current && (
        <div>
          <dt>{texts.latestRole}</dt>
          <dd>{joinWords([current.title, current.organization])}</dd>
        </div>
      )}
    </dl>
  );
}
