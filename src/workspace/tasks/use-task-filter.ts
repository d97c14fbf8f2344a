import { useCallback, useMemo } from "react";
import { useSearchParamsState } from "../../forms/use-search-params-state.ts";
import { type DueSpan, dueSpans, type TaskFilter } from "./match-tasks.ts";
import { priorities } from "./task.ts";

const NAMES = ["q", "tag", "priority", "due", "sort"] as const;

/** The board's filter, stored in the URL; the search words are `?q=`. */
export function useTaskFilter(): [TaskFilter, (filter: TaskFilter) => void] {
  const { typed, type } = useSearchParamsState(NAMES);
  const filter = useMemo(
    (): TaskFilter => ({
      words: typed.q,
      tag: typed.tag,
      priority: priorities.find((one) => one === typed.priority) ?? "",
      due: Object.hasOwn(dueSpans, typed.due) ? (typed.due as DueSpan) : "",
      sort: typed.sort === "due" ? "due" : "",
    }),
    [typed],
  );
  const change = useCallback(
    ({ words, ...rest }: TaskFilter) => type({ q: words, ...rest }),
    [type],
  );
  return [filter, change];
}
