import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { type DueSpan, dueSpans, type TaskFilter } from "./match-tasks.ts";
import { priorities } from "./task.ts";

const TYPING_PAUSE_MS = 250;

/**
 * The board's filter. It is in the URL as well (`?q=`, `?tag=`, `?priority=`, `?due=`, `?sort=`),
 * slightly behind: a reload, a sign-in or a link restores the same view.
 */
export function useTaskFilter(): [TaskFilter, (filter: TaskFilter) => void] {
  const [params, setParams] = useSearchParams();
  const address = textOf(filterFrom(params));
  const [filter, setFilter] = useState(() => filterFrom(params));
  const [seen, setSeen] = useState(address);
  const [written, setWritten] = useState(address);
  if (seen !== address) {
    setSeen(address);
    // Back or a link changed the URL. Our own change may arrive after more typing.
    if (address !== written) setFilter(filterFrom(params));
    setWritten(address);
  }
  useEffect(() => {
    if (textOf(filter) === address) return;
    const timer = setTimeout(() => {
      setWritten(textOf(filter));
      setParams((now) => withFilter(now, filter), { replace: true });
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [filter, address, setParams]);
  return [filter, setFilter];
}

/** The parameter of each part of a filter. */
const PARAMS = Object.entries({
  words: "q",
  tag: "tag",
  priority: "priority",
  due: "due",
  sort: "sort",
} satisfies Record<keyof TaskFilter, string>) as [keyof TaskFilter, string][];

function filterFrom(params: URLSearchParams): TaskFilter {
  const [due, priority] = [params.get("due") ?? "", params.get("priority") ?? ""];
  return {
    words: params.get("q") ?? "",
    tag: params.get("tag") ?? "",
    priority: priorities.find((one) => one === priority) ?? "",
    due: Object.hasOwn(dueSpans, due) ? (due as DueSpan) : "",
    sort: params.get("sort") === "due" ? "due" : "",
  };
}

function withFilter(params: URLSearchParams, filter: TaskFilter): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [part, name] of PARAMS) {
    if (filter[part]) next.set(name, filter[part]);
    else next.delete(name);
  }
  return next;
}

const textOf = (filter: TaskFilter) => PARAMS.map(([part]) => filter[part]).join("\n");
