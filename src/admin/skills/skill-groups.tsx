import { memo, useMemo, useRef } from "react";
import { useIconPaths } from "../../ui/hooks/use-icon-paths.ts";
import { librarySlug, skillSymbol } from "../../ui/icon-keys.ts";
import { LibraryIcon } from "../../ui/library-icon.tsx";
import { VisibilityMark } from "../entries/arrange/row-menu.tsx";
import { DragHandle, OrderNote, Sortable } from "../entries/arrange/sortable.tsx";
import type { Arrangement } from "../entries/arrange/use-arrangement.ts";
import { openByClick, type RowActions, RowButtons } from "../entries/row-actions.tsx";
import { useEntryList } from "../entries/use-entry-list.tsx";
import { atOnce, useReached } from "../entries/use-reached.ts";
import { type CategoryGroup, groupByCategory, isOrdered, type Skill } from "./group-by-category.ts";

/** The skills grouped by category; long lists get a filter. */
export function SkillGroups(props: { skills: readonly Skill[]; onEdit: (id: string) => void }) {
  const { skills, onEdit } = props;
  const list = useEntryList("skills", skills, {
    onEdit,
    detailOf: categoryName,
    groupOf: (skill, rows) => {
      const group = groupByCategory(rows).find((one) => one.skills.includes(skill));
      return { key: group?.id ?? null, rows: group?.skills ?? [] };
    },
    show: {
      category_id: (id) => {
        const skill = skills.find(({ category_id }) => category_id === id);
        return (skill && categoryName(skill)) || id;
      },
    },
  });
  const groups = useMemo(() => groupByCategory(list.shown), [list.shown]);
  const now = atOnce(groups.flatMap(({ skills: grouped }) => grouped));
  return (
    <div ref={list.container} className="grid gap-6">
      {list.filter}
      {groups.map((group) => (
        <SkillGroup
          key={group.id}
          group={group}
          whole={list.whole}
          arrangement={list.arrangement}
          actions={list.actions}
          now={now}
        />
      ))}
      {list.modal}
      {groups.length === 0 && <p className="text-soft">No matching skills</p>}
    </div>
  );
}

const categoryName = ({ skill_categories }: Skill) => skill_categories?.name ?? "";

interface SkillGroupProps {
  group: CategoryGroup<Skill>;
  /** Whether the group is shown unfiltered. */
  whole: boolean;
  arrangement: Arrangement<Skill>;
  actions: RowActions;
  /** The skills rendered in full at once. */
  now: ReadonlySet<Skill>;
}

function SkillGroup({ group, whole, arrangement, actions, now }: SkillGroupProps) {
  const { id: category, name, skills } = group;
  const paths = useIconPaths(skills.map(({ icon }) => icon));
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
        ids={skills.map(({ id }) => id)}
        nameOf={(id) => skills.find((skill) => skill.id === id)?.name ?? "The skill"}
        onOrder={(ids) => arrangement.saveOrder(skills, ids, category)}
      >
        <ul data-drop-list={category ?? ""} className="rounded border bg-surface">
          {skills.map((skill) => (
            <SkillRow
              key={skill.id}
              skill={skill}
              paths={paths}
              movable={whole && skills.length > 1}
              actions={actions}
              now={now.has(skill)}
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
  actions: RowActions;
  now: boolean;
}

// Memoized, because opening an editor or typing must not re-render a thousand rows.
const SkillRow = memo(
  function SkillRow({ skill, paths, movable, actions, now }: SkillRowProps) {
    const { id, name, level, level_text, icon } = skill;
    const element = useRef<HTMLLIElement>(null);
    const isWhole = useReached(element, now);
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the Edit button does the same by keyboard.
      <li
        ref={element}
        data-drag-item={id}
        onClick={openByClick}
        className={`flex cursor-pointer items-center gap-2 border-b py-1 pe-2 [contain-intrinsic-height:auto_2.5rem] [content-visibility:auto] last:border-b-0 hover:bg-raised/50 sm:gap-3 ${movable ? "" : "ps-4"}`}
      >
        {isWhole && movable && <DragHandle name={name} />}
        {isWhole ? (
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
            <span className="text-small text-soft">{level_text}</span>
            <span
              aria-hidden="true"
              className={`h-0.5 w-40 shrink-0 bg-line forced-colors:bg-[GrayText] max-sm:hidden lg:w-64 ${level === null ? "invisible" : ""}`}
            >
              <span
                className="block h-full bg-accent forced-colors:bg-[Highlight]"
                style={{ width: `${level ?? 0}%` }}
              />
            </span>
            <span className="w-11 shrink-0 text-end text-small text-soft tabular-nums">
              {level === null ? "" : `${level}%`}
            </span>
            <span className="shrink-0 whitespace-nowrap">
              <RowButtons id={id} name={name} actions={actions} />
            </span>
          </div>
        ) : (
          <span className="min-h-10 min-w-0 truncate ps-4">{name}</span>
        )}
      </li>
    );
  },
  // `paths` is a new map on every render, so only the skill's own icon is compared.
  (before, now) =>
    before.skill === now.skill &&
    before.movable === now.movable &&
    before.now === now.now &&
    iconOf(before) === iconOf(now),
);

function iconOf({ skill, paths }: SkillRowProps): string | null | undefined {
  return paths.get(librarySlug(skill.icon) ?? "");
}
