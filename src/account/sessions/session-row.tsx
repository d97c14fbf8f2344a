import { deviceName } from "../../../shared/device-name.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import type { OwnSession } from "../account-api.ts";
import { Tag } from "../tag.tsx";

/** One session: its device, network, start and last use. */
export function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { is_current, created_at, last_used_at, user_agent, network } = session;
  const device = deviceName(user_agent);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b py-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="max-w-full truncate" title={user_agent ?? undefined} dir="auto">
            {device}
          </span>
          {is_current && <Tag tone="good">This device</Tag>}
        </p>
        <p className="text-small text-soft tabular-nums">
          Signed in <time dateTime={created_at}>{formatDateTime(created_at)}</time>
          {!is_current && (
            <>
              , last used <time dateTime={last_used_at}>{formatDateTime(last_used_at)}</time>
            </>
          )}
          {network && `, from ${network}`}
        </p>
      </div>
      {!is_current && (
        <Button onClick={onEnd}>
          Sign Out
          <span className="sr-only"> {device}</span>
        </Button>
      )}
    </li>
  );
}
