import { type Priority, priorities, priorityNames } from "./task.ts";

/** One to four upward arrows; the name is the tooltip and accessible name. */
export function PriorityArrows({ priority }: { priority: Priority }) {
  const count = priorities.indexOf(priority) + 1;
  return (
    <span
      role="img"
      title={priorityNames[priority]}
      aria-label={priorityNames[priority]}
      className={`inline-flex ${count > 2 ? "text-accent" : ""}`}
    >
      {arrows.slice(0, count)}
    </span>
  );
}

// Created once: a full board contains thousands of them.
const arrows = priorities.map((priority) => (
  <svg key={priority} aria-hidden="true" viewBox="0 0 10 14" className="h-3.5 w-2.5">
    <path d="M5 13V2M1.5 5.5 5 2l3.5 3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
  </svg>
));
