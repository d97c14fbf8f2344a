import { ListChecks } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { type UseFormReturn, useController } from "react-hook-form";
import { findAddresses } from "../../lib/addresses.ts";
import { safeHref } from "../../lib/safe-url.ts";
import { Button } from "../../ui/button.tsx";
import { CONTROL, TextAreaField } from "../../ui/field.tsx";
import { lazyComponent } from "../../ui/lazy-component.ts";
import type { ChecklistFieldProps } from "./checklist-field.tsx";
import {
  type Caret,
  type DescriptionPart,
  formatDescription,
  parseDescription,
} from "./task-checklist.ts";
import type { TaskColumns, TaskValues } from "./task-schema.ts";

interface DescriptionFieldProps {
  form: UseFormReturn<TaskValues, unknown, TaskColumns>;
  wrap: string;
}

/** The description: its text, its checklists, and the links in it. */
export function DescriptionField({ form, wrap }: DescriptionFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: "description" });
  const [isLoaded, setLoaded] = useState(false);
  // Code that is already there is used before the first paint.
  useLayoutEffect(() => void checklist.preload().then(setLoaded), []);
  // Until then, checklists are edited as text.
  const parts: DescriptionPart[] = isLoaded
    ? parseDescription(field.value)
    : [{ text: field.value }];
  const root = useRef<HTMLDivElement>(null);
  const caret = useRef<Caret | null>(null);
  useLayoutEffect(() => {
    if (!caret.current) return;
    const { part, item = "", offset } = caret.current;
    caret.current = null;
    const area = root.current?.querySelector<HTMLTextAreaElement>(`[data-line="${part}:${item}"]`);
    area?.focus();
    area?.setSelectionRange(offset, offset);
  });
  const change = (next: readonly DescriptionPart[], to: Caret | null = null) => {
    caret.current = to;
    field.onChange(formatDescription(next));
  };
  const replace = (at: number, part: DescriptionPart, to: Caret | null = null) =>
    change(parts.with(at, part), to);
  /** Typing `[ ]` and a space begins a checklist. */
  const type = (at: number, text: string) => {
    const typed: DescriptionPart[] = isLoaded ? parseDescription(text) : [{ text }];
    const list = typed.findIndex(({ items }) => items);
    // Text below a checklist that was cleared is gone, so the caret moves into the checklist.
    const above = text === "" && at > 0;
    const part = above ? at - 1 : at + list;
    const items = above ? parts[part]?.items : typed[list]?.items;
    const last = items?.at(-1);
    const to = items && last ? { part, item: items.length - 1, offset: last.text.length } : null;
    change(parts.toSpliced(at, 1, ...typed), to);
  };
  const area = (at: number, text: string) => ({
    value: text,
    dir: "auto",
    "data-line": `${at}:`,
    onBlur: field.onBlur,
    onChange: ({ target }: { target: HTMLTextAreaElement }) => type(at, target.value),
  });
  const addresses = [...new Map(findAddresses(field.value).map((one) => [one.href, one])).values()];
  return (
    <div
      ref={root}
      className={`grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5 ${wrap}`}
    >
      {parts.map(({ text, items }, at) =>
        items ? (
          <checklist.Component
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its position only.
            key={at}
            part={at}
            items={items}
            onChange={(next, to) => replace(at, { text: "", items: next }, to)}
            onLeave={(line) => {
              // The text before the checklist takes its first item.
              const before = parts[at - 1]?.text ?? "";
              const rest = { text: "", items: items.slice(1) };
              const joined = [before, line].filter(Boolean).join("\n");
              change(parts.with(at, rest).with(at - 1, { text: joined }), {
                part: at - 1,
                offset: joined.length - line.length,
              });
            }}
          />
        ) : at === 0 ? (
          <TextAreaField
            key="description"
            label="Description"
            rows={4}
            error={fieldState.error?.message}
            name={field.name}
            ref={field.ref}
            {...area(at, text)}
          />
        ) : (
          <textarea
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its position only.
            key={at}
            aria-label="Description, continued"
            className={`${CONTROL} field-sizing-content px-3 py-2 leading-normal`}
            {...area(at, text)}
          />
        ),
      )}
      <div className="flex flex-wrap items-center gap-x-4">
        {isLoaded && parts.length === 1 && (
          <Button
            look="quiet"
            className="px-2!"
            icon={<ListChecks />}
            onClick={() =>
              change([...parts, { text: "", items: [{ indent: "", checked: false, text: "" }] }], {
                part: 1,
                item: 0,
                offset: 0,
              })
            }
          >
            Add checklist
          </Button>
        )}
        {addresses.slice(0, MOST_LINKS).map(({ text, href }) => (
          <a
            key={href}
            href={safeHref(href) ?? undefined}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="inline-flex min-h-10 min-w-0 max-w-full items-center text-small"
          >
            <span className="truncate">{text}</span>
          </a>
        ))}
      </div>
    </div>
  );
}

const checklist = lazyComponent<ChecklistFieldProps>(
  async () => (await import("./checklist-field.tsx")).ChecklistField,
);

/** Number of links below a description. */
const MOST_LINKS = 20;
