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
  HeroPictureProps &
  Pick<PageContent, "newest" | "headings">;

/**
 * The first screen: greeting, looping tagline, bio, links, and a picture with a few facts. Without a
 * picture, the name takes the full width, and the newest works follow the facts.
 */
export function Hero(props: HeroProps) {
  const { name, tagline, lead, sections, cvFile, links } = props;
  const texts = useTexts();
  // Without projects, the link leads to the jobs.
  const work = WORK.find((id) => sections.includes(id));
  const isPictured = name !== "" && (props.portrait !== null || props.heroProject !== null);
  return (
    <section id="home" className={isPictured ? "hero pictured" : "hero"} aria-labelledby="greeting">
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
      {!isPictured && <Facts {...props} work={work} />}
      <div className="hero-text">
        {lead && <RichText html={lead} />}
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
      {isPictured && (
        <div className="hero-side">
          <HeroPicture {...props} />
          <Facts {...props} />
        </div>
      )}
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
        name={name}
        eager
      />
    </div>
  );
}

/** The same media query as in hero.css. */
const WIDE = "(min-width: 44rem)";

/** Length of the longest unbreakable part, which the styles need to fit the name into its column. */
function longestWord(name: string): CSSProperties {
  const lengths = name.split(/\s+|(?<=-)/).map((word) => graphemes(word).length);
  const style = { "--longest": Math.max(7, ...lengths) } as CSSProperties;
  // More words would be too high with a line for each (hero.css).
  return lengths.length > 3 ? { ...style, wordSpacing: "normal" } : style;
}

interface FactsProps extends Pick<PageContent, "location" | "latestRole" | "newest" | "headings"> {
  /** The section of the newest works, which are left out beside a picture. */
  work?: (typeof WORK)[number] | undefined;
}

function Facts({ location, latestRole: role, newest, headings, work }: FactsProps) {
  const texts = useTexts();
  if (!location && !role && !work) return null;
  return (
    <dl className="facts">
      {role && (
        <div>
          <dt>{texts.latestRole}</dt>
          <dd>{joinWords([role.title, role.organization])}</dd>
        </div>
      )}
      {location && (
        <div>
          <dt>{texts.basedIn}</dt>
          <dd>{location}</dd>
        </div>
      )}
      {work && newest.length > 0 && (
        <div className="newest">
          <dt>{headings[work].name}</dt>
          {newest.map(({ name, years }) => (
            <dd key={name}>
              <span>{name}</span> {years && <span>{years}</span>}
            </dd>
          ))}
        </div>
      )}
    </dl>
  );
}
