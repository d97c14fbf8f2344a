import { once } from "../../lib/once.ts";

/** A message's time as the list shows it: the time of day for today's, otherwise a short date. */
export function messageTime(iso: string, now = new Date()): string {
  const moment = new Date(iso);
  if (moment.toDateString() === now.toDateString()) return time().format(moment);
  return (moment.getFullYear() === now.getFullYear() ? day : dayOfYear)().format(moment);
}

const time = once(() => new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" }));
const day = once(() => new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" }));
const dayOfYear = once(
  () =>
    new Intl.DateTimeFormat("en-US", {
      month: "short",
      day: "numeric",
      year: "numeric",
    }),
);
