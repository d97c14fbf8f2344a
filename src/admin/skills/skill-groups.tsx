import { Pencil, Trash2 } from "lucide-react";
import { memo, useCallback, useDeferredValue, useMemo, useRef, useState } from "react";
import type { MenuAction } from "../../ui/action-menu.tsx";
import { IconButton } from "../../ui/button.tsx";
import { useIconPaths } from "../../ui/hooks/use-icon-paths.ts";
import { useLatest } from "../../ui/hooks/use-latest.ts";
import { librarySlug, skillSymbol } from "../../ui/icon-keys.ts";
import { LibraryIcon } from "../../ui/library-icon.tsx";
import { moved } from "../entries/arrange/arrangement.ts";
import { OrderNote } from "../entries/arrange/order-note.tsx";
import {
  moveActions,
  RowMenu,
  type RowMenuGroups,
  VisibilityMark,
  visibilityActions,
} from "../entries/arrange/row-menu.tsx";
import { DragHandle, Sortable } from "../entries/arrange/sortable.tsx";
import { type Arrangement, useArrangement } from "../entries/arrange/use-arrangement.ts";
import { Filter } from "../entries/entry-table.tsx";
import { useHistory } from "../entries/history/use-history.tsx";
import { openByClick, useFocusAfterRemoval, useSteadyActions } from "../entries/row-actions.ts";
import { useRemoveEntry } from "../entries/use-remove-entry.ts";
import { type CategoryGroup, groupByCategory, isOrdered } from "./group-by-category.ts";
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
  const arrangement = useArrangement("skills", skills);
  const history = useHistory("skills", {
    rows: skills,
    nameOf: ({ name }) => name,
    show: {
      category_id: (id) =>
        skills.find(({ category_id }) => category_id === id)?.skill_categories?.name ?? id,
    },
  });
  const there = useMemo(
    () => arrangement.rows.filter(({ id }) => !removing.has(id)),
    [arrangement.rows, removing],
  );
  const shown = useMemo(() => there.filter((skill) => isAbout(skill, wanted)), [there, wanted]);
  const groups = useMemo(() => groupByCategory(shown), [shown]);
  const list = useRef<HTMLDivElement>(null);
  const removedIndex = useFocusAfterRemoval(list, shown.length);
  const { edit, remove } = useSteadyActions<Skill>(
    {
      onEdit: ({ id }) => onEdit(id),
      onRemove: ({ id, name }) => removeEntry(id, name, `Delete the skill "${name}"?`),
    },
    removedIndex,
  );
  return (
    <div ref={list} className="grid gap-6">
      {(there.length >= FILTER_FROM || filter !== "") && (
        <Filter value={filter} onChange={setFilter} shown={shown.length} all={there.length} />
      )}
      {groups.map((group) => (
        <SkillGroup
          key={group.id}
          group={group}
          whole={shown.length === there.length}
          arrangement={arrangement}
          historyOf={history.actionOf}
          onEdit={edit}
          onRemove={(row, button) => remove(row, indexIn(list.current, button))}
        />
      ))}
      {history.modal}
      {groups.length === 0 && <p className="text-soft">No matching skills</p>}
    </div>
  );
}

interface SkillGroupProps {
  group: CategoryGroup<Skill>;
  /** Whether the group is shown without a filter. */
  whole: boolean;
  arrangement: Arrangement<Skill>;
  historyOf: (skill: Skill) => MenuAction;
  onEdit: (skill: Skill) => void;
  onRemove: (skill: Skill, button: Element) => void;
}

function SkillGroup(props: SkillGroupProps) {
  const { group, whole, arrangement, historyOf, onEdit, onRemove } = props;
  const { id: category, name, skills } = group;
  const ids = skills.map(({ id }) => id);
  const paths = useIconPaths(skills.map(({ icon }) => icon));
  const order = (next: string[]) => arrangement.saveOrder(skills, next, category);
  const latest = useLatest((id: string): RowMenuGroups => {
    const index = ids.indexOf(id);
    const skill = skills[index];
    if (!skill) return [];
    const move = moveActions(ids.length, index, (to) => order(moved(ids, id, to)));
    const visibility = visibilityActions(skill.visibility, (chosen) =>
      arrangement.saveVisibility(skill, chosen),
    );
    return [
      ...(whole && ids.length > 1 ? [{ actions: move }] : []),
      { title: "Visibility", actions: visibility },
      { actions: [historyOf(skill)] },
    ];
  });
  const groupsOf = useCallback((id: string) => latest.current(id), [latest]);
  return (
    <section aria-label={name} className="grid gap-2">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h2 className="flex min-w-0 items-baseline gap-2 font-semibold wrap-anywhere">
          <span className="line-clamp-2" dir="auto">
            {name}
          </span>
          <span className="shrink-0 font-normal text-small text-soft tabular-nums">
            {skills.length}
          </span>
        </h2>
        {isOrdered(skills) && (
          <OrderNote
            action="Sort by level"
            onReset={() => arrangement.resetOrder(skills, category)}
          />
        )}
      </div>
      <Sortable
        list={category ?? ""}
        name={name}
        ids={ids}
        nameOf={(id) => skills.find((skill) => skill.id === id)?.name ?? "The skill"}
        onOrder={order}
      >
        <ul data-drop-list={category ?? ""} className="rounded border bg-surface">
          {skills.map((skill) => (
            <SkillRow
              key={skill.id}
              skill={skill}
              paths={paths}
              movable={whole && skills.length > 1}
              groupsOf={groupsOf}
              onEdit={onEdit}
              onRemove={onRemove}
            />
          ))}
        </ul>
      </Sortable>
    </section>
  );
}

interface SkillRowProps {
  skill: Skill;
  paths: ReadonlyMap<string, string | null>;
  movable: boolean;
  groupsOf: (id: string) => RowMenuGroups;
  onEdit: (skill: Skill) => void;
  onRemove: (skill: Skill, button: Element) => void;
}

// Memoized: opening an editor or typing must not re-render a thousand rows.
const SkillRow = memo(
  function SkillRow({ skill, paths, movable, groupsOf, onEdit, onRemove }: SkillRowProps) {
    const { name, level, icon } = skill;
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the Edit button does the same by keyboard.
      <li
        data-drag-item={skill.id}
        onClick={openByClick}
        className={`flex cursor-pointer items-center gap-2 border-b py-1 pe-2 [contain-intrinsic-height:auto_2.5rem] [content-visibility:auto] last:border-b-0 hover:bg-raised/50 sm:gap-3 ${movable ? "" : "ps-4"}`}
      >
        {movable && <DragHandle name={name} />}
        <div data-no-drag className="contents">
          <span className="grid shrink-0 text-soft">
            <LibraryIcon symbol={skillSymbol(icon)} name={name} paths={paths} />
          </span>
          <span className="min-w-0 flex-1">
            <span className="line-clamp-2 wrap-anywhere" dir="auto">
              {name}
            </span>
            <VisibilityMark visibility={skill.visibility} />
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
            <RowMenu name={name} groups={() => groupsOf(skill.id)} />
          </span>
        </div>
      </li>
    );
  },
  // The actions behave the same on every render.
  (before, now) =>
    before.skill === now.skill && before.movable === now.movable && iconOf(before) === iconOf(now),
);

/** The loaded icon of a skill. */
function iconOf({ skill, paths }: SkillRowProps): string | null | undefined {
  return paths.get(librarySlug(skill.icon) ?? "");
}

/** Index of a Delete button among all shown. */
function indexIn(list: Element | null, button: Element): number {
  return [...(list?.querySelectorAll("[data-delete]") ?? [])].indexOf(button);
}

function isAbout({ name, skill_categories }: Skill, wanted: string): boolean {
  return `${name}\n${skill_categories?.name ?? ""}`.toLowerCase().includes(wanted);
}
