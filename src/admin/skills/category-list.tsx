import { Pencil, Trash2 } from "lucide-react";
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { IconButton } from "../../ui/button.tsx";
import { useLatest } from "../../ui/hooks/use-latest.ts";
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
import { useArrangement } from "../entries/arrange/use-arrangement.ts";
import { Filter } from "../entries/entry-table.tsx";
import { useHistory } from "../entries/history/use-history.tsx";
import { useFocusAfterRemoval, useSteadyActions } from "../entries/row-actions.ts";
import { useRemoveEntry } from "../entries/use-remove-entry.ts";
import { CategoryRename } from "./category-rename.tsx";
import { isOrdered, orderCategories } from "./group-by-category.ts";
import type { Category, Skill } from "./skill.ts";
import { removeCategory } from "./skills-api.ts";
import { categoriesQuery } from "./skills-queries.ts";

interface CategoryListProps {
  categories: readonly Category[];
  skills: readonly Skill[] | undefined;
  /** Id of the category whose name is being edited. */
  renaming: string | null;
  onRename: (id: string | null) => void;
}

const FILTER_FROM = 12;

/** The categories, each with Rename and Delete; one can be renamed at a time. */
export function CategoryList({ categories, skills, renaming, onRename }: CategoryListProps) {
  const { removeEntry, removing } = useRemoveEntry({
    table: "skill_categories",
    listKey: categoriesQuery.queryKey,
    remove: removeCategory,
    failure: "Error deleting category",
    alsoChanges: [["skills"]],
  });
  const history = useHistory("skill_categories", { rows: categories, nameOf: ({ name }) => name });
  const [filter, setFilter] = useState("");
  // Restores the focus to the row whose renaming ended.
  const [renamed, setRenamed] = useState<string | null>(null);
  const counts = useMemo(() => skills && countByCategory(skills), [skills]);
  // Typing takes priority over rendering a long list.
  const wanted = useDeferredValue(filter.trim().toLowerCase());
  const arrangement = useArrangement("skill_categories", categories, ["skills"]);
  const ordered = useMemo(
    () => orderCategories(arrangement.rows, skills ?? []),
    [arrangement.rows, skills],
  );
  const there = ordered.filter(({ id }) => !removing.has(id));
  const matching = there.filter(({ name }) => name.toLowerCase().includes(wanted));
  // The category being renamed stays even if it was removed elsewhere, to keep the typed name.
  const ids = new Set(matching.map(({ id }) => id));
  const shown = renaming !== null && !ids.has(renaming) ? [renaming, ...ids] : [...ids];
  const byId = new Map(ordered.map((category) => [category.id, category]));
  const list = useRef<HTMLUListElement>(null);
  const removedIndex = useFocusAfterRemoval(list, shown.length);
  const { edit, remove } = useSteadyActions<Category>(
    {
      onEdit: ({ id }) => onRename(id),
      onRemove: ({ id, name }) =>
        removeEntry(
          id,
          name,
          `Delete the category "${name}"? ${consequence(counts && (counts.get(id) ?? 0))}`,
        ),
    },
    removedIndex,
  );
  const all = there.map(({ id }) => id);
  const movable = there.length > 1 && matching.length === there.length;
  const order = (next: string[]) => arrangement.saveOrder(there, next);
  const latest = useLatest((id: string): RowMenuGroups => {
    const category = byId.get(id);
    if (!category) return [];
    const move = moveActions(all.length, all.indexOf(id), (to) => order(moved(all, id, to)));
    const visibility = visibilityActions(category.visibility, (chosen) =>
      arrangement.saveVisibility(category, chosen),
    );
    return [
      ...(movable ? [{ actions: move }] : []),
      { title: "Visibility", actions: visibility },
      { actions: [history.actionOf(category)] },
    ];
  });
  const groupsOf = useCallback((id: string) => latest.current(id), [latest]);
  return (
    <div className="grid gap-3">
      {(there.length >= FILTER_FROM || filter !== "") && (
        <Filter value={filter} onChange={setFilter} shown={matching.length} all={there.length} />
      )}
      {isOrdered(there) && (
        <OrderNote action="Use the default order" onReset={() => arrangement.resetOrder(there)} />
      )}
      <Sortable
        list="categories"
        name="Categories"
        ids={all}
        nameOf={(id) => byId.get(id)?.name ?? "The category"}
        onOrder={order}
      >
        <ul
          ref={list}
          aria-label="Categories"
          data-drop-list="categories"
          className={shown.length > 0 ? "rounded border" : "hidden"}
        >
          {shown.map((id, index) => {
            const category = byId.get(id);
            return (
              <li
                key={id}
                data-drag-item={id === renaming ? undefined : id}
                className="border-b py-1 ps-4 pe-2 [contain-intrinsic-height:auto_2.5rem] [content-visibility:auto] last:border-b-0"
              >
                {id === renaming || !category ? (
                  <CategoryRename
                    id={id}
                    category={category}
                    onDone={() => {
                      setRenamed(id);
                      onRename(null);
                    }}
                  />
                ) : (
                  <CategoryRow
                    category={category}
                    count={counts && (counts.get(id) ?? 0)}
                    index={index}
                    movable={movable}
                    groupsOf={groupsOf}
                    focused={id === renamed}
                    onRename={edit}
                    onRemove={remove}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </Sortable>
      {history.modal}
      {shown.length === 0 && <p className="text-soft">No matching categories</p>}
    </div>
  );
}

interface CategoryRowProps {
  category: Category;
  /** Number of its skills; undefined while unknown. */
  count: number | undefined;
  /** Its position among the shown categories. */
  index: number;
  movable: boolean;
  groupsOf: (id: string) => RowMenuGroups;
  /** Whether renaming just ended here. */
  focused: boolean;
  onRename: (category: Category) => void;
  onRemove: (category: Category, index: number) => void;
}

// Memoized: renaming one category must not re-render a thousand rows.
const CategoryRow = memo(function CategoryRow(props: CategoryRowProps) {
  const { category, count, index, movable, groupsOf, focused, onRename, onRemove } = props;
  const { name } = category;
  const rename = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) rename.current?.focus();
  }, [focused]);
  return (
    <div className={`flex items-center gap-2 sm:gap-3 ${movable ? "-ms-4" : ""}`}>
      {movable && <DragHandle name={name} />}
      <div data-no-drag className="contents">
        <span className="min-w-0 flex-1 items-center gap-3 sm:flex">
          <span className="block min-w-0 flex-1">
            <span className="line-clamp-2 wrap-anywhere" dir="auto">
              {name}
            </span>
            <VisibilityMark visibility={category.visibility} />
          </span>
          {count !== undefined && (
            <span className="block shrink-0 text-small text-soft tabular-nums">
              {skillCount(count)}
            </span>
          )}
        </span>
        <span className="shrink-0 whitespace-nowrap">
          <IconButton ref={rename} label={`Rename ${name}`} onClick={() => onRename(category)}>
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton
            data-delete
            label={`Delete ${name}`}
            className="hover:not-disabled:text-bad"
            onClick={() => onRemove(category, index)}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
          <RowMenu name={name} groups={() => groupsOf(category.id)} />
        </span>
      </div>
    </div>
  );
});

function consequence(count: number | undefined): string {
  if (count === undefined) return "Its skills become uncategorized.";
  if (count === 0) return "It has no skills.";
  return `${skillCount(count)} ${count === 1 ? "becomes" : "become"} uncategorized.`;
}

const skillCount = (count: number) => (count === 1 ? "1 skill" : `${count} skills`);

function countByCategory(skills: readonly Skill[]): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const { category_id } of skills) counts.set(category_id, (counts.get(category_id) ?? 0) + 1);
  return counts;
}
