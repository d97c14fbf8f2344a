import { dateFormat } from "../../lib/format.ts";

/** A message's time as the list shows it: the time of day for today's, otherwise a short date. */
export function messageTime(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  if (moment.toDateString() === now.toDateString()) return time(moment);
  return (moment.getFullYear() === now.getFullYear() ? day : dayOfYear)(moment);
}

const time = dateFormat({ hour: "numeric", minute: "2-digit" });
const day = dateFormat({ month: "short", day: "numeric" });
const dayOfYear = dateFormat({
  month: "short",
  day: "numeric",
  year: "numeric",
});
