import { SECTIONS } from "../../content/sections.ts";
import { Icon } from "../../ui/icon.tsx";
import type { PageContent } from "../page-content.ts";
import { Section } from "../section.tsx";
import { ProjectCard } from "./project-card.tsx";
import { ProjectIndex } from "./project-index.tsx";

/** Projects shown as cards; the others follow as an index. */
export const CARD_COUNT = 9;

/** The projects as a grid of cards, an index of the older ones, and a link to all of them. */
export function Projects({ projects, github }: Pick<PageContent, "projects" | "github">) {
  const all = github && (
    <a className="button" href={github} target="_blank" rel="noopener">
      View All on GitHub
      <Icon name="out" />
    </a>
  );
  return (
    <Section id="projects" title={SECTIONS.projects.title} layout="stacked" action={all}>
      {projects.length === 0 ? (
        <p className="empty">The first project is on its way.</p>
      ) : (
        <ul className="projects">
          {projects.slice(0, CARD_COUNT).map((project) => (
            <ProjectCard key={project.key} project={project} />
          ))}
        </ul>
      )}
      <ProjectIndex projects={projects.slice(CARD_COUNT)} />
    </Section>
  );
}
