import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { DESCRIPTION_MAX_LENGTH } from "../../../shared/limits.ts";
import { formatCount } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/field.tsx";
import { type Phrase, type ReadTask, readQuickTask } from "./read-quick-task.ts";
import { TASK_TITLE_MAX_LENGTH } from "./task.ts";

interface UnderstoodProps {
  phrases: readonly Phrase[];
  /** Makes the words text again. */
  onRefuse: (words: string) => void;
}

/** What was understood of a quick task. */
export function Understood({ phrases, onRefuse }: UnderstoodProps) {
  const list = useRef<HTMLUListElement>(null);
  const labels = phrases.map(({ label }) => label).join("; ");
  useEffect(() => {
    // The chips move the line, which an on-screen keyboard may cover then.
    if (labels) list.current?.parentElement?.scrollIntoView({ block: "nearest" });
  }, [labels]);
  return (
    <>
      <p role="status" className="sr-only">
        {labels}
      </p>
      {phrases.length > 0 && (
        <ul ref={list} aria-label="Understood" className="flex flex-wrap gap-1 px-2 pt-1">
          {phrases.map(({ words, from, label }) => (
            <li key={from}>
              <button
                type="button"
                title={`Keep “${words}” as text`}
                className="inline-flex min-h-8 pointer-coarse:min-h-11 items-center gap-1 rounded border border-line-strong px-2 text-start text-small hover:border-accent"
                onClick={() => onRefuse(words)}
              >
                <span dir="auto" className="wrap-anywhere">
                  {label}
                </span>
                <X className="size-3.5 shrink-0" />
                <span className="sr-only">Keep “{words}” as text</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * Tasks that are added at once.
 * @limit content: tasks that are added from one pasted text [tasks]
 */
const MAX_LINES = 100;

/** The lines of a text without list markers; empty ones are omitted. */
export function linesOf(text: string): string[] {
  const marker = /^\s*(?:(?:[-*+•◦▪–]|\d{1,3}[.)])\s+)?(?:\[[ xX]?\]\s+)?/;
  return text
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => line.replace(marker, "").trim())
    .filter(Boolean);
}

interface PastedLinesProps {
  text: string;
  onAdd: (tasks: Pick<ReadTask, "title" | "values">[]) => void;
  onJoin: (line: string) => void;
  onCancel: () => void;
}

/** Offers to add a task for each line of a pasted text, and shows what is understood of it. */
export function PastedLines({ text, onAdd, onJoin, onCancel }: PastedLinesProps) {
  const [reads, setReads] = useState(true);
  const lines = linesOf(text);
  const tasks = lines.map((line) =>
    reads ? readQuickTask(line) : { title: line, phrases: [], values: {} },
  );
  const joined = lines.join(" ");
  const isRefused =
    lines.length > MAX_LINES || lines.some(({ length }) => length > DESCRIPTION_MAX_LENGTH);
  const first = useRef<HTMLDivElement>(null);
  useEffect(() => first.current?.querySelector("button")?.focus(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape works on all of its buttons.
    <div
      className="grid gap-2 px-2 py-1 text-small"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        onCancel();
      }}
    >
      {isRefused ? (
        <p role="alert">
          {lines.length > 1 && `${formatCount(lines.length)} lines were pasted. `}At most{" "}
          {MAX_LINES} lines can be added at once, of up to {formatCount(DESCRIPTION_MAX_LENGTH)}{" "}
          characters each.
        </p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll it. */}
          <ol aria-label="Pasted lines" className="max-h-48 list-none overflow-y-auto" tabIndex={0}>
            {tasks.map(({ title, phrases }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal and keep their places.
              <li key={index} dir="auto" className="py-1 wrap-anywhere">
                {title}
                {phrases.map(({ from, label }) => (
                  <span key={from} className="text-soft">
                    {" "}
                    · {label}
                  </span>
                ))}
              </li>
            ))}
          </ol>
          <Checkbox checked={reads} onChange={({ target }) => setReads(target.checked)}>
            Read dates, priorities and tags
          </Checkbox>
        </>
      )}
      <div ref={first} className="flex flex-wrap gap-2">
        {!isRefused && (
          <Button look="primary" onClick={() => onAdd(tasks)}>
            Add {lines.length} tasks
          </Button>
        )}
        {joined.length <= TASK_TITLE_MAX_LENGTH && (
          <Button onClick={() => onJoin(joined)}>One task</Button>
        )}
        <Button look="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
