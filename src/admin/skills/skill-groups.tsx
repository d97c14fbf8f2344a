import { Pencil, Trash2 } from "lucide-react";
import { memo, useDeferredValue, useMemo, useRef, useState } from "react";
import { BrandIcon } from "../../ui/brand-icon.tsx";
import { IconButton } from "../../ui/button.tsx";
import { skillSymbol } from "../../ui/icon-keys.ts";
import { Filter } from "../entries/entry-table.tsx";
import { openByClick, useFocusAfterRemoval, useSteadyActions } from "../entries/row-actions.ts";
import { useRemoveEntry } from "../entries/use-remove-entry.ts";
import { groupByCategory } from "./group-by-category.ts";
import type { Skill } from "./skill.ts";
import { removeSkill } from "./skills-api.ts";
import { skillsQuery } from "./skills-queries.ts";

/** Number of skills from which the filter is shown. */
const FILTER_FROM = 12;

/** The skills grouped by category; long lists get a filter. */
export function SkillGroups({
  skills,
  onEdit,
}: {
  skills: readonly Skill[];
  onEdit: (id: string) => void;
}) {
  const { removeEntry, removing } = useRemoveEntry({
    table: "skills",
    listKey: skillsQuery.queryKey,
    remove: removeSkill,
    failure: "Error deleting skill",
  });
  const [filter, setFilter] = useState("");
  // Typing takes priority over rendering a long list.
  const wanted = useDeferredValue(filter.trim().toLowerCase());
  const there = useMemo(() => skills.filter(({ id }) => !removing.has(id)), [skills, removing]);
  const shown = useMemo(() => there.filter((skill) => isAbout(skill, wanted)), [there, wanted]);
  const groups = useMemo(() => groupByCategory(shown), [shown]);
  const list = useRef<HTMLDivElement>(null);
  const removedIndex = useFocusAfterRemoval(list, shown.length);
  const { edit, remove } = useSteadyActions<Skill>(
    {
      onEdit: ({ id }) => onEdit(id),
      onRemove: ({ id, name }) => removeEntry(id, `Delete the skill "${name}"?`),
    },
    removedIndex,
  );
  return (
    <div ref={list} className="grid gap-6">
      {(there.length >= FILTER_FROM || filter !== "") && (
        <Filter value={filter} onChange={setFilter} shown={shown.length} all={there.length} />
      )}
      {groups.map(({ id, name, skills }) => (
        <section key={id} aria-label={name} className="grid gap-2">
          <h2 className="flex items-baseline gap-2 font-semibold wrap-anywhere">
            <span className="line-clamp-2" dir="auto">
              {name}
            </span>
            <span className="font-normal text-small text-soft tabular-nums">{skills.length}</span>
          </h2>
          <ul className="rounded border bg-surface">
            {skills.map((skill) => (
              <SkillRow
                key={skill.id}
                skill={skill}
                onEdit={edit}
                onRemove={(row, button) => remove(row, indexIn(list.current, button))}
              />
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && <p className="text-soft">No matching skills</p>}
    </div>
  );
}

interface SkillRowProps {
  skill: Skill;
  onEdit: (skill: Skill) => void;
  onRemove: (skill: Skill, button: Element) => void;
}

// Memoized: opening an editor or typing must not re-render a thousand rows.
const SkillRow = memo(
  function SkillRow({ skill, onEdit, onRemove }: SkillRowProps) {
    const { name, level, icon } = skill;
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the Edit button does the same by keyboard.
      <li
        onClick={openByClick}
        className="flex cursor-pointer items-center gap-3 border-b py-1 ps-4 pe-2 [contain-intrinsic-height:auto_2.5rem] [content-visibility:auto] last:border-b-0 hover:bg-raised/50"
      >
        <span className="grid shrink-0 text-soft">
          <BrandIcon symbol={skillSymbol(icon)} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 wrap-anywhere" dir="auto">
            {name}
          </span>
        </span>
        <span
          aria-hidden="true"
          className="h-0.5 w-40 shrink-0 bg-line forced-colors:bg-[GrayText] max-sm:hidden lg:w-64"
        >
          <span
            className="block h-full bg-accent forced-colors:bg-[Highlight]"
            style={{ width: `${level}%` }}
          />
        </span>
        <span className="w-11 shrink-0 text-end text-small text-soft tabular-nums">{level}%</span>
        <span className="shrink-0 whitespace-nowrap">
          <IconButton data-edit label={`Edit ${name}`} onClick={() => onEdit(skill)}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton
            data-delete
            label={`Delete ${name}`}
            className="hover:not-disabled:text-bad"
            onClick={({ currentTarget }) => onRemove(skill, currentTarget)}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </span>
      </li>
    );
  },
  // The actions behave the same on every render.
  (before, now) => before.skill === now.skill,
);

/** Index of a Delete button among all shown. */
function indexIn(list: Element | null, button: Element): number {
  return [...(list?.querySelectorAll("[data-delete]") ?? [])].indexOf(button);
}

function isAbout({ name, skill_categories }: Skill, wanted: string): boolean {
  return `${name}\n${skill_categories?.name ?? ""}`.toLowerCase().includes(wanted);
}
