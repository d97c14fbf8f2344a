import type { SectionHeading } from "../../content/sections.ts";
import { Icon } from "../../ui/icon.tsx";
import { type IndexRow, IndexRows } from "../index-rows.tsx";
import { ListText, linked } from "../list-text.tsx";
import type { PageContent, Project } from "../page-content.ts";
import { Section } from "../section.tsx";
import { useTexts } from "../texts.ts";
import { withAddressesOnce } from "./project-addresses.ts";
import { ProjectCard, Stack } from "./project-card.tsx";
import { ProjectLinks } from "./project-links.tsx";

/** Projects shown as cards; the others follow as an index. */
export const CARD_COUNT = 9;

interface ProjectsProps extends Pick<PageContent, "projects" | "github"> {
  heading: SectionHeading;
}

/** The projects as cards, an index of the older ones, and a link to all of them. */
export function Projects({ heading, projects, github }: ProjectsProps) {
  const texts = useTexts();
  const shown = withAddressesOnce(projects, github);
  // With one or two projects, cards are wide, because columns would stay empty.
  const wide = projects.length < 3 && projects.every(({ picture }) => picture);
  const all = github && (
    <a className="button" href={github} target="_blank" rel="noopener">
      {texts.viewAll}
      <Icon name="out" />
    </a>
  );
  return (
    <Section id="projects" heading={heading} layout="stacked" action={all}>
      {projects.length === 0 ? (
        <p className="empty">{texts.emptyTexts.projects}</p>
      ) : (
        <ul className={wide ? "projects wide" : "projects"}>
          {shown.slice(0, CARD_COUNT).map((project) => (
            <ProjectCard key={project.key} project={project} wide={wide} />
          ))}
        </ul>
      )}
      <IndexRows label={texts.moreProjects} rows={shown.slice(CARD_COUNT).map(toRow)} />
    </Section>
  );
}

function toRow({ key, name, description, stack, facts, year, code, live }: Project): IndexRow {
  const hasBody = facts.length + stack.length > 0 || description || live || code;
  const body = hasBody && (
    <>
      {facts.length > 0 && <p className="project-facts">{linked(facts.join(" · "))}</p>}
      {description && <ListText text={description} className="project-text" />}
      <Stack name={name} stack={stack} />
      <ProjectLinks name={name} live={live} code={code} />
    </>
  );
  return { key, year, title: name, aside: stack.join(" · "), body };
}
