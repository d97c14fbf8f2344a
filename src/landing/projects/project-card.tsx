import { ListText, linked } from "../list-text.tsx";
import type { Project } from "../page-content.ts";
import { PictureOr } from "../picture-or.tsx";
import { useTexts } from "../texts.ts";
import { Chips } from "../timeline/timeline.tsx";
import { ProjectLinks } from "./project-links.tsx";

/** Descriptions longer than this many characters are collapsed to three lines. */
export const COLLAPSE_LENGTH = 200;

/** One project: picture, name, description, stack and links; wide cards arrange them in a row. */
export function ProjectCard({ project, wide }: { project: Project; wide: boolean }) {
  const { key, name, description, stack, facts, code, live, picture } = project;
  return (
    <li className={picture ? "project" : "project text-card"}>
      {picture && <ProjectPicture project={project} wide={wide} />}
      <div className="project-body">
        <h3>{name}</h3>
        {facts.length > 0 && <p className="project-facts">{linked(facts.join(" · "))}</p>}
        {description && <Description id={`project-${key}`} text={description} name={name} />}
        <Stack name={name} stack={stack} />
        <ProjectLinks name={name} live={live} code={code} />
      </div>
    </li>
  );
}

export function Stack({ name, stack }: Pick<Project, "name" | "stack">) {
  const texts = useTexts();
  if (stack.length === 0) return null;
  return <Chips items={stack} label={texts.labeled(texts.builtWith, name)} />;
}

/** The picture, linked like 'Live', which is the link for keyboards and screen readers. */
function ProjectPicture({ project, wide }: { project: Project; wide: boolean }) {
  const { name, picture, alt, live } = project;
  const texts = useTexts();
  const content = (
    <PictureOr
      picture={picture}
      alt={alt ?? texts.screenshotOf(name)}
      sizes={`(min-width: 64rem) ${wide ? "40rem" : "25rem"}, (min-width: 40rem) ${wide ? "58vw" : "46vw"}, 100vw`}
      fallback="project"
      name={name}
    />
  );
  if (!live) return <div className="project-picture">{content}</div>;
  return (
    <a className="project-picture" href={live} target="_blank" rel="noopener" tabIndex={-1}>
      {content}
    </a>
  );
}

/** A long description is collapsed. The boot script expands it; React never changes its state. */
function Description({ id, text, name }: { id: string; text: string; name: string }) {
  const { showMore, showLess, labeled } = useTexts();
  if (text.length <= COLLAPSE_LENGTH) return <ListText text={text} className="project-text" />;
  return (
    <>
      <ListText text={text} id={id} className="project-text clamped" />
      <button
        type="button"
        className="more"
        aria-expanded="false"
        aria-controls={id}
        aria-label={labeled(showMore, name)}
        data-more-button={showLess}
      >
        {showMore}
      </button>
    </>
  );
}
