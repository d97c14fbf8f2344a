/**
 * Counts events by clock minute.
 * @param onDropped called at the first event of a later minute with the number of events that were
 * not allowed.
 * @returns whether one more event is allowed; the event is counted either way.
 */
export function limitPerMinute(
  limit: number,
  now: () => number,
  onDropped: (dropped: number) => void,
): () => boolean {
  let minute = 0;
  let events = 0;
  return () => {
    const current = Math.floor(now() / 60_000);
    if (current !== minute) {
      const dropped = events - limit;
      minute = current;
      events = 0;
      if (dropped > 0) onDropped(dropped);
    }
    events++;
    return events <= limit;
  };
}
