import { DifferenceList } from "../../forms/difference-list.tsx";
import type { PlanItem } from "./plan-item.ts";

export interface EntryActions {
  /** Ids of the entries to import. */
  chosen: ReadonlySet<string>;
  disabled: boolean;
  onToggle: (ids: string[], on: boolean) => void;
}

/** One entry of the review. */
export function PlanEntry({ item, ...actions }: EntryActions & { item: PlanItem }) {
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
    <div className="grid gap-1">
      <Choice item={item} {...actions} />
      {differences.length > 0 && (
        <div className="ps-7 pb-2">
          <DifferenceList differences={differences} headings={["On your site", "In the file"]} />
        </div>
      )}
    </div>
  );
}

function Choice({ item, chosen, disabled, onToggle }: EntryActions & { item: PlanItem }) {
  const { id, name, status, row, missing } = item;
  return (
    <label className="flex min-h-10 flex-wrap items-center gap-x-3">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-accent"
        checked={chosen.has(id)}
        disabled={disabled || row === null}
        onChange={({ target }) => onToggle([id], target.checked)}
      />
      <bdi className="min-w-0 flex-1 wrap-anywhere">{name}</bdi>
      <span className="text-small text-soft">
        {[status === "added" ? "Add" : "Change", ...missing].join(" · ")}
      </span>
    </label>
  );
}
