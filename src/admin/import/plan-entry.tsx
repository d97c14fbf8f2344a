import { DifferenceList } from "../../forms/difference-list.tsx";
import { Choice, RefusedEntry } from "../../ui/review/review-entry.tsx";
import type { EntryActions } from "../../ui/review/review-group.tsx";
import type { PlanItem } from "./plan-item.ts";

export function PlanEntry({ item, ...actions }: EntryActions & { item: PlanItem }) {
  const { id, name, status, row, reason, missing, preview, differences } = item;
  if (status === "refused") return <RefusedEntry name={name} reason={reason} />;
  return (
    <div className="grid gap-1">
      <Choice
        id={id}
        name={name}
        details={[status === "added" ? "Add" : "Change", ...missing]}
        isPossible={row !== null}
        {...actions}
      />
      {status === "added" &&
        preview.map((line) => (
          <p key={line} className="-mt-1 line-clamp-2 ps-7.5 text-small text-soft wrap-anywhere">
            <bdi>{line}</bdi>
          </p>
        ))}
      {status === "changed" && (
        <div className="ps-7.5 pb-2">
          <DifferenceList differences={differences} headings={["On your site", "In the file"]} />
        </div>
      )}
    </div>
  );
}
