import { DifferenceList } from "../../forms/difference-list.tsx";
import { Choice, RefusedEntry } from "../../ui/review/review-entry.tsx";
import type { EntryActions } from "../../ui/review/review-group.tsx";
import { AskedStatement } from "./asked-statement.tsx";
import { PictureEntry } from "./picture-entry.tsx";
import type { FilePicture, PlanItem } from "./plan-item.ts";

export interface PlanActions extends EntryActions {
  /** The statement that the owner has typed in the review. */
  statement: string;
  onStatement: (text: string) => void;
  onPicture: (picture: FilePicture) => void;
}

export function PlanEntry(props: PlanActions & { item: PlanItem }) {
  const { item, statement, onStatement, onPicture, ...actions } = props;
  const { id, name, status, row, reason, missing, preview, differences, picture } = item;
  if (item.isAsked) {
    return (
      <AskedStatement
        value={statement}
        disabled={actions.disabled}
        onChange={({ target }) => onStatement(target.value)}
      />
    );
  }
  if (picture) return <PictureEntry {...{ item, picture, onPicture }} {...actions} />;
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
