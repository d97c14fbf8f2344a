import { useSyncExternalStore } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { OfflineText, SaveStateText } from "../shell/save-state-text.tsx";
import type { Task } from "./task.ts";
import { refusalOf } from "./task-changes.ts";
import type { TaskQueue } from "./task-queue.ts";

interface UnsentChangesProps {
  queue: TaskQueue;
  tasks: readonly Task[] | undefined;
  /** Whether the board is shown as this device has read it last. */
  offline: boolean;
}

/** Says that changes wait for a connection, and lists those that the backend refused. */
export function UnsentChanges({ queue, tasks = [], offline }: UnsentChangesProps) {
  const changes = useSyncExternalStore(queue.subscribe, queue.all);
  const kind = useSyncExternalStore(queue.subscribe, queue.saveState);
  const refused = changes.filter((one) => one.refused !== undefined);
  if (kind === "saved" && !offline && refused.length === 0) return null;
  return (
    <div className="mb-4 grid gap-2">
      {kind !== "saved" && <SaveStateText state={{ kind }} persistent={queue.isPersistent()} />}
      {kind === "saved" && offline && <OfflineText />}
      {refused.map((one) => (
        <Notice
          key={one.id}
          action={
            <>
              <Button onClick={() => void queue.tryAgain(one)}>Try again</Button>
              <Button look="quiet" onClick={() => void queue.discard(one)}>
                Discard
              </Button>
            </>
          }
        >
          {refusalOf(one, tasks)}: {one.refused}
        </Notice>
      ))}
    </div>
  );
}
