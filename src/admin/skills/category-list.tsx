import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { VisibilityMark } from "../entries/arrange/row-menu.tsx";
import { DragHandle, OrderNote, Sortable } from "../entries/arrange/sortable.tsx";
import { type RowActions, RowButtons } from "../entries/row-actions.tsx";
import { useEntryList } from "../entries/use-entry-list.tsx";
import { CategoryRename } from "./category-rename.tsx";
import { type Category, isOrdered, orderCategories, type Skill } from "./group-by-category.ts";

interface CategoryListProps {
  categories: readonly Category[];
  skills: readonly Skill[] | undefined;
  /** Id of the category whose name is being edited. */
  renaming: string | null;
  onRename: (id: string | null) => void;
}

/** Lists the categories with Rename and Delete. Only one can be renamed at a time. */
export function CategoryList({ categories, skills, renaming, onRename }: CategoryListProps) {
  // The category whose renaming ended, so that its row gets the focus.
  const [renamed, setRenamed] = useState<string | null>(null);
  const counts = useMemo(() => skills && countByCategory(skills), [skills]);
  const countOf = (id: string) => counts && (counts.get(id) ?? 0);
  const list = useEntryList("skill_categories", categories, {
    sort: useCallback((rows) => orderCategories(rows, skills ?? []), [skills]),
    onEdit: onRename,
  });
  const { rows, arrangement } = list;
  // The category being renamed stays even if it was removed in the meantime, to keep the typed
  // name.
  const ids = new Set(list.shown.map(({ id }) => id));
  const shown = renaming !== null && !ids.has(renaming) ? [renaming, ...ids] : [...ids];
  const byId = new Map(rows.map((category) => [category.id, category]));
  return (
    <div ref={list.container} className="grid gap-3">
      {list.filter}
      {isOrdered(rows) && (
        <OrderNote action="Use the default order" onReset={() => arrangement.resetOrder(rows)} />
      )}
      <Sortable
        list="categories"
        name="Categories"
        ids={rows.map(({ id }) => id)}
        nameOf={(id) => byId.get(id)?.name ?? "The category"}
        onOrder={(next) => arrangement.saveOrder(rows, next)}
      >
        <ul
          aria-label="Categories"
          data-drop-list="categories"
          className={shown.length > 0 ? "rounded border" : "hidden"}
        >
          {shown.map((id) => {
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
                    count={countOf(id)}
                    movable={list.whole && rows.length > 1}
                    actions={list.actions}
                    focused={id === renamed}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </Sortable>
      {list.modal}
      {shown.length === 0 && <p className="text-soft">No matching categories</p>}
    </div>
  );
}

interface CategoryRowProps {
  category: Category;
  /** Number of skills in the category; undefined while unknown. */
  count: number | undefined;
  movable: boolean;
  actions: RowActions;
  /** Whether the category was just renamed, so that its row takes the focus. */
  focused: boolean;
}

// Memoized, because renaming one category must not re-render a thousand rows.
const CategoryRow = memo(function CategoryRow(props: CategoryRowProps) {
  const { category, count, movable, actions, focused } = props;
  const { id, name } = category;
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
          <RowButtons id={id} name={name} actions={actions} verb="Rename" editRef={rename} />
        </span>
      </div>
    </div>
  );
});

const skillCount = (count: number) => (count === 1 ? "1 skill" : `${count} skills`);

function countByCategory(skills: readonly Skill[]): ReadonlyMap<string | null, number> {
  const counts = new Map<string | null, number>();
  for (const { category_id } of skills) counts.set(category_id, (counts.get(category_id) ?? 0) + 1);
  return counts;
}
