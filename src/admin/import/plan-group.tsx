import { kinds } from "../../../shared/content/kinds.ts";
import { Checkbox } from "../../ui/field.tsx";
import { ReviewGroup } from "../../ui/review/review-group.tsx";
import { type PlanActions, PlanEntry } from "./plan-entry.tsx";
import type { PlanItem } from "./plan-item.ts";

interface PlanGroupProps extends PlanActions {
  title: string;
  items: PlanItem[];
  /** Whether the file's order is kept; undefined where it makes no difference. */
  keepsOrder?: boolean | undefined;
  onKeepOrder?: (keeps: boolean) => void;
}

const SKILLS = kinds.skills.name;

/** The entries of one list: each with a checkbox, and its differences when it is a change. */
export function PlanGroup({ title, items, keepsOrder, onKeepOrder, ...actions }: PlanGroupProps) {
  const listed = items.filter(({ status }) => status !== "same");
  return (
    <ReviewGroup
      title={title}
      items={listed}
      choices={items.flatMap(({ id, row }) => (row ? [id] : []))}
      same={items.length - listed.length}
      place="on your site"
      options={
        keepsOrder !== undefined && (
          <Checkbox
            wrap="text-small text-soft"
            checked={keepsOrder}
            disabled={actions.disabled}
            onChange={({ target }) => onKeepOrder?.(target.checked)}
          >
            Keep the order of the file, which is not{" "}
            {title === SKILLS ? "by level" : "newest first"}
          </Checkbox>
        )
      }
      {...actions}
    >
      {(item) => <PlanEntry item={item} {...actions} />}
    </ReviewGroup>
  );
}
