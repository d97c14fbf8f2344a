import type { SectionHeading } from "../../content/sections.ts";
import { BrandIcon } from "../../ui/brand-icon.tsx";
import type { PageContent, Skill } from "../page-content.ts";
import { Section } from "../section.tsx";
import { useTexts } from "../texts.ts";

interface SkillsProps {
  heading: SectionHeading;
  groups: PageContent["skillGroups"];
}

/**
 * The skills by category, each with its icon and a bar as wide as its level. A category without
 * levels is a row: its name, and its skills beside it.
 */
export function Skills({ heading, groups }: SkillsProps) {
  const texts = useTexts();
  const isPlain = groups.length > 0 && groups.every(({ skills }) => hasNoLevels(skills));
  return (
    <Section id="skills" heading={heading} layout={isPlain ? "rail" : "stacked band"}>
      {groups.length === 0 ? (
        <p className="empty">{texts.emptyTexts.skills}</p>
      ) : (
        <div className="skill-groups">
          {groups.map(({ name, levelText, skills }) => (
            <section className="skill-group" key={name} aria-label={name}>
              <h3>{[name, levelText].filter(Boolean).join(" · ")}</h3>
              <ul className={hasNoLevels(skills) ? "skill-list" : undefined}>
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

function hasNoLevels(skills: Skill[]): boolean {
  return skills.every(({ level }) => level === null);
}

function SkillRow({ skill: { name, level, levelText, icon, iconPath } }: { skill: Skill }) {
  return (
    <li className="skill">
      <BrandIcon symbol={icon} name={name} path={iconPath} />
      <span>
        {name}
        {levelText && (
          <>
            {" "}
            <small>{levelText}</small>
          </>
        )}
      </span>
      {level !== null && (
        <div className="bar" role="progressbar" aria-label={name} aria-valuenow={level}>
          <div className="bar-fill" style={{ width: `${level}%` }} />
        </div>
      )}
    </li>
  );
}
