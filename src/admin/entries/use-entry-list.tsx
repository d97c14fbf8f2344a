import {
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { KindName } from "../../../shared/content/kind.ts";
import { nameOf } from "../../../shared/content/kinds.ts";
import { foldText, hasWords, searchWords } from "../../lib/search/fold-text.ts";
import { CONTROL } from "../../ui/field.tsx";
import { useLatest } from "../../ui/hooks/use-latest.ts";
import { moved } from "./arrange/arrangement.ts";
import { moveActions, visibilityActions } from "./arrange/row-menu.tsx";
import { type Arrangement, useArrangement } from "./arrange/use-arrangement.ts";
import type { Listed } from "./entry-api.ts";
import { useHistory } from "./history/history-modal.tsx";
import type { ShowColumn } from "./history/version-fields.ts";
import { type RowActions, useFocusAfterRemoval } from "./row-actions.tsx";
import { useRemoveEntry } from "./use-remove-entry.ts";

interface EntryListOptions<Entry> {
  /** The entries in the shown order; memoized. */
  sort?: (rows: readonly Entry[]) => readonly Entry[];
  onEdit: (id: string) => void;
  /** Further text that the filter searches beside the name. */
  detailOf?: (row: Entry) => string;
  /** The list in which an entry is moved; all entries by default. */
  groupOf?: (row: Entry, rows: readonly Entry[]) => { key: string | null; rows: readonly Entry[] };
  /** Functions that show some columns in the history. */
  show?: ShowColumn;
}

export interface EntryListState<Entry> {
  /** All entries in order, without those being removed. */
  rows: readonly Entry[];
  /** Entries that match the filter. */
  shown: readonly Entry[];
  /** Whether entries can be moved: no filter is active. */
  whole: boolean;
  /** The filter of a long list. */
  filter: ReactNode;
  actions: RowActions;
  arrangement: Arrangement<Entry>;
  /** The element around all rows. */
  container: RefObject<HTMLDivElement | null>;
  /** The open history, to be rendered beside the list. */
  modal: ReactNode;
}

/** Number of entries from which the filter is shown. */
const FILTER_FROM = 12;

/**
 * A list of entries of one kind that can be filtered, ordered, shown, hidden, edited, deleted and
 * restored. The caller renders the rows.
 * @param stored the rows as read.
 */
export function useEntryList<Name extends KindName>(
  kind: Name,
  stored: readonly Listed<Name>[],
  options: EntryListOptions<Listed<Name>>,
): EntryListState<Listed<Name>> {
  type Entry = Listed<Name>;
  const { sort, detailOf } = options;
  const { remove, removing } = useRemoveEntry(kind);
  const arrangement = useArrangement(kind, stored);
  const history = useHistory(kind, stored, options.show);
  const [filter, setFilter] = useState("");
  // Typing takes priority over rendering a long list.
  const wanted = useDeferredValue(filter);
  const rows = useMemo(() => {
    const there = arrangement.rows.filter(({ id }) => !removing.has(id));
    return sort ? sort(there) : there;
  }, [arrangement.rows, removing, sort]);
  const shown = useMemo(() => {
    const words = searchWords(wanted);
    if (words.length === 0) return rows;
    const textOf = (row: Entry) => foldText(`${nameOf(kind, row)}\n${detailOf?.(row) ?? ""}`);
    return rows.filter((row) => hasWords(textOf(row), words));
  }, [kind, rows, wanted, detailOf]);
  const container = useRef<HTMLDivElement>(null);
  const removedIndex = useFocusAfterRemoval(container, shown.length);
  const whole = shown.length === rows.length;
  const latest = useLatest<RowActions>({
    edit: options.onEdit,
    remove(id, button) {
      const row = rows.find((one) => one.id === id);
      if (!row) return;
      const buttons = container.current?.querySelectorAll("[data-delete]") ?? [];
      if (remove(row)) removedIndex.current = [...buttons].indexOf(button);
    },
    groups(id) {
      const row = rows.find((one) => one.id === id);
      if (!row) return [];
      const group = options.groupOf?.(row, rows) ?? { key: undefined, rows };
      const ids = group.rows.map((one) => one.id);
      const moves = moveActions(ids.length, ids.indexOf(id), (to) =>
        arrangement.saveOrder(group.rows, moved(ids, id, to), group.key),
      );
      const visibility = visibilityActions(row.visibility, (chosen) =>
        arrangement.saveVisibility(row, chosen),
      );
      return [
        ...(whole && ids.length > 1 ? [{ actions: moves }] : []),
        { title: "Visibility", actions: visibility },
        { actions: [history.actionOf(row)] },
      ];
    },
  });
  const actions = useMemo(
    (): RowActions => ({
      edit: (id) => latest.current.edit(id),
      remove: (id, button) => latest.current.remove(id, button),
      groups: (id) => latest.current.groups(id),
    }),
    [latest],
  );
  const hasFilter = rows.length >= FILTER_FROM || filter !== "";
  return {
    rows,
    shown,
    whole,
    filter: hasFilter && (
      <Filter value={filter} onChange={setFilter} shown={shown.length} all={rows.length} />
    ),
    actions,
    arrangement,
    container,
    modal: history.modal,
  };
}

/** Filters a long list by name and shows how many entries match. */
function Filter(props: {
  value: string;
  onChange: (value: string) => void;
  shown: number;
  all: number;
}) {
  const id = useId();
  return (
    <div className="flex grow flex-wrap items-center gap-3">
      <label htmlFor={id} className="sr-only">
        Filter by name
      </label>
      <input
        id={id}
        type="search"
        placeholder="Filter by name"
        className={`${CONTROL} h-10 max-w-72 flex-1 basis-40 px-3`}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <p role="status" className="text-small text-soft tabular-nums">
        {props.shown === props.all ? `${props.all} entries` : `${props.shown} of ${props.all}`}
      </p>
    </div>
  );
}
