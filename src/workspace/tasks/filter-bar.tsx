import { ListFilter } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/field.tsx";
import { Options } from "../../ui/options.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import {
  countConditions,
  type DueSpan,
  dueSpans,
  noFilter,
  type TaskFilter,
} from "./match-tasks.ts";
import { priorityNames } from "./task.ts";

interface FilterBarProps {
  filter: TaskFilter;
  onChange: (filter: TaskFilter) => void;
  tags: readonly string[];
  shown: number;
  /** Undefined until all tasks have been read. */
  all: number | undefined;
}

/** Filters the board by words, priority, tag and due date, and shows how many tasks match. */
export function FilterBar({ filter, onChange, tags, shown, all }: FilterBarProps) {
  const isNarrowed = countConditions(filter) > 0;
  const set = (part: Partial<TaskFilter>) => onChange({ ...filter, ...part });
  // A selected tag stays listed after its last task is removed, to explain an empty board.
  const choices = filter.tag && !tags.includes(filter.tag) ? [filter.tag, ...tags] : tags;
  return (
    <div id={FILTERS} className="flex flex-wrap items-center gap-2">
      <SearchField
        label="Search tasks"
        main
        className="flex-[2] basis-44 max-md:basis-full md:max-w-80"
        value={filter.words}
        onChange={(words) => set({ words })}
      />
      <select
        aria-label="Filter by priority"
        className={`${CONTROL} ${SELECT}`}
        value={filter.priority}
        onChange={({ target }) => set({ priority: target.value })}
      >
        <option value="">All priorities</option>
        <Options of={Object.entries(priorityNames)} />
      </select>
      <select
        aria-label="Filter by tag"
        className={`${CONTROL} ${SELECT}`}
        value={filter.tag}
        onChange={({ target }) => set({ tag: target.value })}
      >
        <option value="">All tags</option>
        <Options of={choices.map((tag) => [tag, tag])} />
      </select>
      <select
        aria-label="Filter by due date"
        className={`${CONTROL} ${SELECT}`}
        value={filter.due}
        onChange={({ target }) => set({ due: target.value as DueSpan | "" })}
      >
        <option value="">Any date</option>
        <Options of={Object.entries(dueSpans)} />
      </select>
      <select
        aria-label="Sort tasks"
        className={`${CONTROL} ${SELECT}`}
        value={filter.sort}
        onChange={({ target }) => set({ sort: target.value as TaskFilter["sort"] })}
      >
        <option value="">My order</option>
        <option value="due">By due date</option>
      </select>
      {isNarrowed && (
        <Button look="quiet" onClick={() => onChange({ ...noFilter, sort: filter.sort })}>
          Clear
        </Button>
      )}
      <p role="status" className={STATUS}>
        {isNarrowed && all !== undefined && `${shown} of ${all} tasks`}
        {filter.sort &&
          `${isNarrowed ? " · " : ""}Cards are dragged in your own order only; their menus still move them.`}
      </p>
    </div>
  );
}

interface FilterButtonProps {
  filter: TaskFilter;
  open: boolean;
  onToggle: () => void;
}

/** Opens the filters on narrow screens; shows how many conditions apply. */
export function FilterButton({ filter, open, onToggle }: FilterButtonProps) {
  const count = countConditions(filter);
  return (
    <Button
      aria-label={count > 0 ? `Filter, ${count} active` : "Filter"}
      aria-expanded={open}
      aria-controls={open ? FILTERS : undefined}
      className={`px-2.5! tabular-nums ${count > 0 || filter.sort ? "border-accent!" : ""}`}
      icon={<ListFilter />}
      onClick={onToggle}
    >
      {count > 0 && count}
    </Button>
  );
}

const FILTERS = "task-filters";

// On phones the text has its own line, which takes no space while empty.
const STATUS = "text-small text-soft tabular-nums max-md:basis-full max-md:empty:-mt-2";

const SELECT = "h-10 min-w-0 flex-1 basis-28 px-2 max-md:basis-[40%] md:max-w-40";
