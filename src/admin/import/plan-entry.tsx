import { useState } from "react";
import { DifferenceList } from "../../forms/difference-list.tsx";
import { TextField } from "../../ui/field.tsx";
import type { PlanItem, TypedAddress } from "./plan-item.ts";

export interface EntryActions {
  /** Ids of the entries to import. */
  chosen: ReadonlySet<string>;
  disabled: boolean;
  onToggle: (ids: string[], on: boolean) => void;
  /** The address of a project whose file has none. */
  onAddress: (id: string, text: string) => void;
}

/** One entry of the review. */
export function PlanEntry({ item, ...actions }: EntryActions & { item: PlanItem }) {
  const { name, status, reason, address, differences } = item;
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
      {address && <AddressField item={item} address={address} {...actions} />}
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

function AddressField(props: EntryActions & { item: PlanItem; address: TypedAddress }) {
  const { item, address, disabled, onAddress } = props;
  // What is being typed is not an error yet.
  const [left, setLeft] = useState(false);
  return (
    <div className="max-w-[36rem] ps-7 pb-2">
      <TextField
        label={
          <>
            Live link<span className="sr-only"> of {item.name}</span>
          </>
        }
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="example.com"
        hint={address.problem}
        value={address.text}
        disabled={disabled}
        {...(left && address.text.trim() !== "" && address.problem && { error: address.problem })}
        onBlur={() => setLeft(true)}
        onChange={({ target }) => onAddress(item.id, target.value)}
      />
    </div>
  );
}
