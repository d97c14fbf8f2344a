/** Milliseconds in which first calls are collected; later ones wait for the group in flight. */
const COLLECT_MS = 40;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Returns a function whose calls are batched when they are made close together. A refused group is
 * sent again one by one, so that each item gets its own result.
 * @param send returns results in the order of its items.
 * @param most maximum number of items in a group.
 * @param isFinal whether every item would fail with this error, such as a lost connection.
 */
export function grouped<Item, Result>(
  send: (items: Item[]) => Promise<Result[]>,
  { most, isFinal }: { most: number; isFinal: (error: unknown) => boolean },
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isSending = false;

  async function sendWaiting(): Promise<void> {
    isSending = true;
    while (waiting.length > 0) await sendGroup(waiting.splice(0, most));
    isSending = false;
  }

  async function sendGroup(group: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await send(group.map(({ item }) => item));
      for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
    } catch (error) {
      const isForAll = group.length === 1 || isFinal(error);
      for (const one of group) {
        if (isForAll) one.reject(error);
        else await sendGroup([one]);
      }
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (!isSending && waiting.length === 1) setTimeout(sendWaiting, COLLECT_MS);
    });
}
