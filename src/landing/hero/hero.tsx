import { RichText } from "../../ui/rich-text.tsx";
import type { PageContent } from "../page-content.ts";
import { LoopedText } from "../typed-text.tsx";

type HeroProps = Pick<
  PageContent,
  "name" | "tagline" | "location" | "bio" | "latestRole" | "sections"
>;

/** The first screen: greeting, looping tagline, bio and two links. */
export function Hero({ name, tagline, location, bio, latestRole, sections }: HeroProps) {
  return (
    <section id="home" className="hero" aria-labelledby="greeting">
      <h1 id="greeting">
        {name ? (
          <>
            <span className="greeting">Hello, I’m</span> {name}
          </>
        ) : (
          "Hello, and welcome"
        )}
      </h1>
      {tagline && (
        <p className="tagline">
          <LoopedText text={tagline} />
        </p>
      )}
      <div className="hero-row">
        <div className="hero-text">
          {bio ? <RichText html={bio} /> : <p>This site has just opened. More soon.</p>}
          <p className="buttons">
            <a className="button button-primary" href="#contact">
              Get In Touch
            </a>
            {sections.includes("projects") && (
              <a className="button" href="#projects">
                View My Work
              </a>
            )}
          </p>
        </div>
        <Facts location={location} current={latestRole} />
      </div>
    </section>
  );
}

function Facts(props: { location: string; current: PageContent["latestRole"] }) {
  const { location, current } = props;
  if (!location && !current) return null;
  return (
    <dl className="facts">
      {location && (
        <div>
          <dt>Based in</dt>
          <dd>{location}</dd>
        </div>
      )}
      {current && (
        <div>
          <dt>Latest role</dt>
          <dd>
            {current.title}, {current.organization}
          </dd>
        </div>
      )}
    </dl>
  );
}
