import { useQuery } from "@tanstack/react-query";
import { formatCount } from "../../lib/format.ts";
import { unreadQuery } from "./unread-query.ts";

/** Numbers above this are shown as "99+". */
const HIGHEST_SHOWN = 99;

/** The number of unread messages; nothing while there are none or it is unknown. */
export function UnreadBadge() {
  const { data: unread = 0 } = useQuery(unreadQuery);
  if (unread === 0) return null;
  return (
    <span className="ms-auto rounded-full bg-accent px-2 py-px font-semibold text-on-accent text-small tabular-nums">
      <span aria-hidden="true">{unread > HIGHEST_SHOWN ? `${HIGHEST_SHOWN}+` : unread}</span>
      <span className="sr-only">, {formatCount(unread)} unread</span>
    </span>
  );
}
