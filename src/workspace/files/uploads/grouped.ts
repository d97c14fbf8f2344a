/** Milliseconds in which the first calls are collected; later ones, while a group is under way. */
const COLLECT_MS = 40;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * A function whose calls are sent together when they are made close together. A group that is refused
 * is sent again one by one, so that each item gets its own answer.
 * @param send answers in the order of its items.
 * @param most items in a group.
 * @param isFinal of an error that every item would get as well, such as a lost connection.
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
