import { type CSSProperties, type ReactNode, Suspense } from "react";
import type { ClientConfig } from "../../shared/site-config.ts";
import type { Accent } from "../content/accent.ts";
import type { SectionId } from "../content/sections.ts";
import { About } from "./about/about.tsx";
import { Contact } from "./contact/contact.tsx";
import { Footer } from "./footer/footer.tsx";
import { SiteHeader } from "./header/site-header.tsx";
import { Hero } from "./hero/hero.tsx";
import { DEFAULT_NAME, type PageContent } from "./page-content.ts";
import { Projects } from "./projects/projects.tsx";
import { Skills } from "./skills/skills.tsx";
import { Timeline } from "./timeline/timeline.tsx";

interface PageProps {
  content: PageContent;
  config: ClientConfig;
  /** The current year, for the copyright line. */
  year: number;
  /** A sentence for the footer, such as that the content is outdated. */
  notice?: string | null;
}

/**
 * The whole public page. Every section has its own Suspense boundary, so that hydration runs in
 * small pieces instead of one long task.
 */
export function Page({ content, config, year, notice = null }: PageProps) {
  const name = content.name || DEFAULT_NAME;
  return (
    <div className="page" style={content.accent ? accentStyle(content.accent) : undefined}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Suspense>
        <SiteHeader name={name} sections={content.sections} />
      </Suspense>
      <main id="main" tabIndex={-1}>
        <Suspense>
          <Hero {...content} />
        </Suspense>
        {content.sections.map((id) => (
          <Suspense key={id}>{renderSection(id, content)}</Suspense>
        ))}
        <Suspense>
          <Contact {...content} config={config} />
        </Suspense>
      </main>
      <Footer
        name={content.name}
        icon={content.icon}
        cvFile={content.cvFile}
        year={year}
        notice={notice}
      />
    </div>
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
  switch (id) {
    case "about":
      return <About {...content} />;
    case "education":
      return (
        <Timeline
          id={id}
          title="Education"
          subtitle="My academic background and qualifications."
          entries={content.education}
          empty="Degrees and courses will be listed here."
        />
      );
    case "experience":
      return (
        <Timeline
          id={id}
          title="Professional Experience"
          subtitle="My journey through various roles and responsibilities."
          entries={content.experience}
          empty="Roles and employers will be listed here."
        />
      );
    case "skills":
      return <Skills groups={content.skillGroups} />;
    case "projects":
      return <Projects projects={content.projects} github={content.github} />;
  }
}
