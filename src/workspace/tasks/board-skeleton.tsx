import { SkeletonRows } from "../../ui/skeleton.tsx";
import { statuses } from "./task.ts";

/** Placeholder while the board is loading. */
export function BoardSkeleton() {
  return (
    <div className="grid gap-4 md:grid-cols-3">
      {statuses.map((status, index) => (
        <div key={status} className={index > 0 ? "max-md:hidden" : ""}>
          <SkeletonRows rows={4} height="h-20" />
        </div>
      ))}
    </div>
  );
}
