import { useId } from "react";
import { DifferenceList } from "../../forms/difference-list.tsx";
import { formatCount } from "../../lib/format.ts";
import type { PlanItem } from "./plan.ts";

interface PlanGroupProps {
  title: string;
  items: PlanItem[];
  chosen: ReadonlySet<string>;
  disabled: boolean;
  onToggle: (ids: string[], on: boolean) => void;
}

/** The entries of one list: each with a checkbox, and its differences when it is a change. */
export function PlanGroup({ title, items, chosen, disabled, onToggle }: PlanGroupProps) {
  const id = useId();
  if (items.length === 0) return null;
  const open = items.filter(({ row }) => row !== null);
  const ids = open.map((item) => item.id);
  const count = ids.filter((one) => chosen.has(one)).length;
  const same = items.filter(({ status }) => status === "same").length;
  return (
    <section aria-labelledby={id} className="grid gap-1">
      <header className="flex flex-wrap items-center gap-3">
        <h2 id={id} className="text-body font-semibold">
          {title}
        </h2>
        {open.length > 1 && (
          <label className="ms-auto flex min-h-10 items-center gap-3 text-small text-soft">
            {formatCount(count)} of {formatCount(open.length)}
            <input
              type="checkbox"
              className="size-4 accent-accent"
              aria-label={`All of ${title}`}
              ref={(box) => {
                if (box) box.indeterminate = count > 0 && count < open.length;
              }}
              checked={count === open.length}
              disabled={disabled}
              onChange={({ target }) => onToggle(ids, target.checked)}
            />
          </label>
        )}
      </header>
      <ul className="m-0 list-none divide-y border-y p-0">
        {items
          .filter(({ status }) => status !== "same")
          .map((item) => (
            <li key={item.id} className="grid gap-1 py-1">
              <Entry
                item={item}
                checked={chosen.has(item.id)}
                disabled={disabled}
                onToggle={(on) => onToggle([item.id], on)}
              />
            </li>
          ))}
        {same > 0 && (
          <li className="py-2 text-small text-soft">
            {same === 1 ? "1 entry is" : `${formatCount(same)} entries are`} on your site already.
          </li>
        )}
      </ul>
    </section>
  );
}

function Entry(props: {
  item: PlanItem;
  checked: boolean;
  disabled: boolean;
  onToggle: (on: boolean) => void;
}) {
  const { item, checked, disabled, onToggle } = props;
  const { name, status, reason, differences } = item;
  if (status === "refused") {
    return (
      <p className="grid gap-x-3 py-1.5 ps-7 text-soft">
        <bdi className="wrap-anywhere">{name}</bdi>
        <span className="text-small text-bad">Can't be imported. {reason}</span>
      </p>
    );
  }
  return (
    <>
      <label className="flex min-h-10 items-center gap-3">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-accent"
          checked={checked}
          disabled={disabled}
          onChange={({ target }) => onToggle(target.checked)}
        />
        <bdi className="min-w-0 flex-1 wrap-anywhere">{name}</bdi>
        <span className="text-small text-soft">{status === "added" ? "Add" : "Change"}</span>
      </label>
      {differences.length > 0 && (
        <div className="ps-7 pb-2">
          <DifferenceList differences={differences} headings={["On your site", "In the file"]} />
        </div>
      )}
    </>
  );
}
