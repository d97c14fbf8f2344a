import { type CSSProperties, Fragment, type ReactNode } from "react";
import type { Accent } from "../content/accent.ts";
import type { SectionId } from "../content/sections.ts";
import { About } from "./about/about.tsx";
import { Contact } from "./contact/contact.tsx";
import { Footer } from "./footer/footer.tsx";
import { SiteHeader } from "./header/site-header.tsx";
import { Hero } from "./hero/hero.tsx";
import { DEFAULT_NAME, type PageContent } from "./page-content.ts";
import { Projects } from "./projects/projects.tsx";
import { inBands } from "./short-lists.ts";
import { Languages } from "./skills/languages.tsx";
import { Skills } from "./skills/skills.tsx";
import { Texts } from "./texts.ts";
import { Citations } from "./timeline/citations.tsx";
import { Timeline } from "./timeline/timeline.tsx";

interface PageProps {
  content: PageContent;
  /** The current year, for the copyright line. */
  year: number;
  /** HTML of the message form; only in a prerender. */
  form?: string;
}

/**
 * The whole public page. The boot script and the after-load code make its elements interactive; React
 * hydrates only the message form, so that nothing else may have state on a delivered page.
 */
export function Page({ content, year, form = "" }: PageProps) {
  const name = content.name || DEFAULT_NAME;
  return (
    <Texts value={content.texts}>
      <div
        className={`page ${content.look}`}
        style={content.accent ? accentStyle(content.accent) : undefined}
      >
        <a className="skip" href="#main">
          {content.texts.skip}
        </a>
        <SiteHeader name={name} sections={content.sections} headings={content.headings} />
        <main id="main" tabIndex={-1}>
          <Hero {...content} />
          {inBands(content).map((ids) => {
            const sections = ids.map((id) => (
              <Fragment key={id}>{renderSection(id, content)}</Fragment>
            ));
            if (ids.length === 1) return sections;
            return (
              <div key={ids[0]} className="short-lists">
                {sections}
              </div>
            );
          })}
          <Contact {...content} form={form} />
        </main>
        <Footer name={content.name} icon={content.icon} cvFile={content.cvFile} year={year} />
      </div>
    </Texts>
  );
}

/** Replaces the tokens of theme.css. */
function accentStyle({ light, dark }: Accent): CSSProperties {
  return {
    "--color-accent": `light-dark(${light.color},${dark.color})`,
    "--color-on-accent": `light-dark(${light.on},${dark.on})`,
  } as CSSProperties;
}

function renderSection(id: SectionId, content: PageContent): ReactNode {
  const heading = content.headings[id];
  switch (id) {
    case "about":
      return <About {...content} />;
    case "skills":
      return <Skills heading={heading} groups={content.skillGroups} />;
    case "projects":
      return <Projects heading={heading} projects={content.projects} github={content.github} />;
    case "languages":
      return <Languages heading={heading} entries={content.languages} />;
    case "publications":
      return <Citations heading={heading} entries={content.publications} />;
    default:
      return <Timeline id={id} heading={heading} entries={content[id]} />;
  }
}
