import { useId, useState } from "react";
import { GeneratedPicture } from "../../ui/generated-picture.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ListText } from "../list-text.tsx";
import type { Project } from "../page-content.ts";
import { PictureOr } from "../picture-or.tsx";
import { Chips } from "../timeline/timeline.tsx";

/** Descriptions longer than this many characters are collapsed to three lines. */
export const COLLAPSE_LENGTH = 200;

/** One project: picture, name, description, stack and links. */
export function ProjectCard({ project }: { project: Project }) {
  const { name, description, picture, stack, code, live } = project;
  return (
    <li className="project">
      <div className="project-picture">
        <PictureOr
          picture={picture}
          alt={`Screenshot of ${name}`}
          sizes="(min-width: 64rem) 22rem, (min-width: 40rem) 46vw, 92vw"
          fallback={<GeneratedPicture name={name} />}
        />
      </div>
      <div className="project-body">
        <h3>{name}</h3>
        {description && <Description text={description} name={name} />}
        {stack.length > 0 && <Chips items={stack} label={`Built with: ${name}`} />}
        {(live || code) && (
          <p className="project-links">
            {live && <ProjectLink href={live} label="Live" name={name} />}
            {code && <ProjectLink href={code} label="Code" name={name} />}
          </p>
        )}
      </div>
    </li>
  );
}

function Description({ text, name }: { text: string; name: string }) {
  const [expanded, setExpanded] = useState(false);
  const id = useId();
  if (text.length <= COLLAPSE_LENGTH) return <ListText text={text} className="project-text" />;
  return (
    <>
      <ListText
        text={text}
        id={id}
        className={expanded ? "project-text" : "project-text clamped"}
      />
      <button
        type="button"
        className="more"
        aria-expanded={expanded}
        aria-controls={id}
        aria-label={`${expanded ? "Show Less" : "Show More"}: ${name}`}
        onClick={() => setExpanded(!expanded)}
      >
        {expanded ? "Show Less" : "Show More"}
      </button>
    </>
  );
}

function ProjectLink({ href, label, name }: { href: string; label: string; name: string }) {
  return (
    <a href={href} target="_blank" rel="noopener" aria-label={`${label}: ${name}`}>
      {label}
      <Icon name="out" />
    </a>
  );
}
