import { Icon } from "../../ui/icon.tsx";
import type { Project } from "../page-content.ts";

/** The links of a project to itself and to its code. */
export function ProjectLinks({ name, live, code }: Pick<Project, "name" | "live" | "code">) {
  if (!live && !code) return null;
  return (
    <p className="project-links">
      {live && <ProjectLink href={live} label="Live" name={name} />}
      {code && <ProjectLink href={code} label="Code" name={name} />}
    </p>
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
