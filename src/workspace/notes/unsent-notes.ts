import { withTimeLimit } from "../../../shared/time-limit.ts";
import { askToConfirm } from "../../ui/browser-dialogs.ts";
import { SIGN_OUT_PATIENCE_MS } from "../shell/unfinished-work.ts";
import type { Outbox } from "./outbox.ts";

/**
 * Sends what is unsaved, also what closed tabs have left.
 * @returns whether nothing is left, or the user signs out nevertheless.
 */
export async function mayLeaveUnsent(outbox: Outbox): Promise<boolean> {
  const sending = Promise.all([outbox.flush(), outbox.takeOver().then(() => outbox.flush())]);
  await withTimeLimit(sending, SIGN_OUT_PATIENCE_MS, () => {});
  const count = await outbox.countUnsent();
  return count === 0 || askToConfirm(leaveQuestion(count, outbox.isPersistent()));
}

function leaveQuestion(count: number, persistent: boolean): string {
  const notes = count === 1 ? "A note is" : `${count} notes are`;
  return persistent
    ? `${notes} not saved yet and will stay on this device until My Notes is opened here again. Log out anyway?`
    : `${notes} not saved yet. Log out and lose what was not saved?`;
}
