import { ListText } from "../list-text.tsx";
import type { Project } from "../page-content.ts";
import { Chips } from "../timeline/timeline.tsx";
import { ProjectLinks } from "./project-links.tsx";

/** Projects as ruled rows that open to their description and links, also without JavaScript. */
export function ProjectIndex({ projects }: { projects: Project[] }) {
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
