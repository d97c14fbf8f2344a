import { SECTIONS } from "../../content/sections.ts";
import { Icon } from "../../ui/icon.tsx";
import { ListText } from "../list-text.tsx";
import type { PageContent, Project } from "../page-content.ts";
import { Section } from "../section.tsx";
import { Chips } from "../timeline/timeline.tsx";
import { ProjectCard } from "./project-card.tsx";
import { ProjectLinks } from "./project-links.tsx";

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

/** Projects as ruled rows that open to their description and links, also without JavaScript. */
function ProjectIndex({ projects }: { projects: Project[] }) {
  if (projects.length === 0) return null;
  return (
    <ul className="index" aria-label="More projects">
      {projects.map(({ key, name, description, stack, code, live }) => (
        <li key={key}>
          <details>
            <summary>
              <h3>{name}</h3>
              <span className="index-stack" aria-hidden="true">
                {stack.slice(0, 3).join(" · ")}
              </span>
            </summary>
            <div className="index-body">
              {description && <ListText text={description} className="project-text" />}
              {stack.length > 0 && <Chips items={stack} label={`Built with: ${name}`} />}
              <ProjectLinks name={name} live={live} code={code} />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}
