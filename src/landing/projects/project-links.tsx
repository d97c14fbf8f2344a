import { Icon } from "../../ui/icon.tsx";
import type { Project } from "../page-content.ts";
import { useTexts } from "../texts.ts";
import { isRepository } from "./project-addresses.ts";

export function ProjectLinks({ name, live, code }: Pick<Project, "name" | "live" | "code">) {
  const texts = useTexts();
  if (!live && !code) return null;
  const label = live && isRepository(live) ? texts.code : texts.live;
  return (
    <p className="project-links">
      {live && <ProjectLink href={live} label={label} name={name} />}
      {code && <ProjectLink href={code} label={texts.code} name={name} />}
    </p>
  );
}

function ProjectLink({ href, label, name }: { href: string; label: string; name: string }) {
  const { labeled } = useTexts();
  return (
    <a href={href} target="_blank" rel="noopener" aria-label={labeled(label, name)}>
      {label}
      <Icon name="out" />
    </a>
  );
}
