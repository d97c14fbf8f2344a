import { Search } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { CONTROL } from "../../ui/field.tsx";
import { isNarrowed, noFilter, type TaskFilter } from "./match-tasks.ts";
import { priorities, priorityNames } from "./task.ts";

interface FilterBarProps {
  filter: TaskFilter;
  onChange: (filter: TaskFilter) => void;
  /** Every tag in use. */
  tags: readonly string[];
  shown: number;
  all: number;
}

/** Narrows the board by words, priority and tag, and says how much of it is left. */
export function FilterBar({ filter, onChange, tags, shown, all }: FilterBarProps) {
  const set = (part: Partial<TaskFilter>) => onChange({ ...filter, ...part });
  // A tag whose last task is gone stays to be seen, or nobody could tell why the board is empty.
  const choices = filter.tag && !tags.includes(filter.tag) ? [filter.tag, ...tags] : tags;
  return (
    <search className="flex flex-wrap items-center gap-2">
      <div className="relative min-w-0 flex-1 basis-56 max-md:basis-full md:max-w-80">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute start-3 top-3 size-4 text-soft"
        />
        <input
          type="search"
          aria-label="Search tasks"
          placeholder="Search tasks"
          className={`${CONTROL} h-10 ps-9 pe-3`}
          value={filter.words}
          onChange={({ target }) => set({ words: target.value })}
        />
      </div>
      <select
        aria-label="Filter by priority"
        className={`${CONTROL} ${SELECT}`}
        value={filter.priority}
        onChange={({ target }) => set({ priority: target.value })}
      >
        <option value="">All priorities</option>
        {priorities.map((priority) => (
          <option key={priority} value={priority}>
            {priorityNames[priority]}
          </option>
        ))}
      </select>
      <select
        aria-label="Filter by tag"
        className={`${CONTROL} ${SELECT}`}
        value={filter.tag}
        onChange={({ target }) => set({ tag: target.value })}
      >
        <option value="">All tags</option>
        {choices.map((tag) => (
          <option key={tag} value={tag}>
            {tag}
          </option>
        ))}
      </select>
      {isNarrowed(filter) && (
        <Button look="quiet" onClick={() => onChange(noFilter)}>
          Clear
        </Button>
      )}
      <p role="status" className={STATUS}>
        {isNarrowed(filter) && `${shown} of ${all} tasks`}
      </p>
    </search>
  );
}

// On a phone it has a line of its own, which takes no room while there is nothing to say.
const STATUS = "text-small text-soft tabular-nums max-md:basis-full max-md:empty:-mt-2";

const SELECT = "h-10 min-w-0 px-2 max-md:flex-1 md:w-40!";
