import { requiredLink } from "../../forms/field-rules.ts";
import type { Plan, PlanItem } from "./plan-item.ts";

/** The item of a project with this text as its address, which may lack `https://`. */
export function typeAddress(item: PlanItem, text: string): PlanItem {
  const draft = item.address?.draft ?? item.row;
  if (!draft) return item;
  const { success, data, error } = rule.safeParse(text);
  if (success) {
    return { ...item, row: { ...draft, live_link: data }, address: { text, problem: "", draft } };
  }
  const problem = error.issues[0]?.message ?? "";
  return { ...item, row: null, address: { text, problem, draft } };
}

/** The plan with the addresses that were typed into an earlier one of the same file. */
export function withTypedAddresses(plan: Plan, earlier: Plan): Plan {
  const typed = new Map(
    earlier.items.flatMap(({ name, address }) => (address?.text ? [[name, address.text]] : [])),
  );
  const items = plan.items.map((item) =>
    item.address ? typeAddress(item, typed.get(item.name) ?? "") : item,
  );
  return { ...plan, items };
}

const rule = requiredLink("Every project needs an address.");
