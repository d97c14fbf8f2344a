import { SECTIONS } from "../../content/sections.ts";
import { BrandIcon } from "../../ui/brand-icon.tsx";
import type { PageContent, Skill } from "../page-content.ts";
import { Section } from "../section.tsx";

/** The skills by category, each with its icon and a bar as wide as its level. */
export function Skills({ groups }: { groups: PageContent["skillGroups"] }) {
  return (
    <Section id="skills" title={SECTIONS.skills.title} layout="stacked band">
      {groups.length === 0 ? (
        <p className="empty">The tools of the trade will be listed here.</p>
      ) : (
        <div className="skill-groups">
          {groups.map(({ name, skills }) => (
            <section className="skill-group" key={name} aria-label={name}>
              <h3>{name}</h3>
              <ul>
                {skills.map((skill) => (
                  <SkillRow key={skill.key} skill={skill} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </Section>
  );
}

function SkillRow({ skill: { name, level, icon, iconPath } }: { skill: Skill }) {
  return (
    <li className="skill">
      <BrandIcon symbol={icon} name={name} path={iconPath} />
      <span>{name}</span>
      <div className="bar" role="progressbar" aria-label={name} aria-valuenow={level}>
        <div className="bar-fill" style={{ width: `${level}%` }} />
      </div>
    </li>
  );
}
