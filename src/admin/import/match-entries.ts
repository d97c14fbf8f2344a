/** A key that is the same for equal entries; empty for none. */
type KeyOf<Entry> = (entry: Entry) => string;

/**
 * Finds the stored entry for each entry of a file; each stored entry matches at most once.
 * @param keys from the strictest to the loosest; the last one applies only if it is unique among
 * the remaining entries of both sides.
 * @returns the stored entries by the index of the file's entry.
 */
export function matchEntries<Stored extends object>(
  incoming: readonly object[],
  stored: readonly Stored[],
  keys: readonly KeyOf<object>[],
): Map<number, Stored> {
  const found = new Map<number, Stored>();
  const free = new Set(stored);
  keys.forEach((keyOfEntry, strictness) => {
    const open = incoming.flatMap((entry, index) =>
      found.has(index) ? [] : [{ index, key: keyOfEntry(entry) }],
    );
    const byKey = groupBy([...free], keyOfEntry);
    const askedFor = groupBy(open, ({ key }) => key);
    const isLoose = strictness === keys.length - 1;
    for (const { index, key } of open) {
      const candidates = byKey.get(key) ?? [];
      const isUnique = candidates.length === 1 && askedFor.get(key)?.length === 1;
      const [first] = candidates;
      if (key === "" || !first || (isLoose && !isUnique)) continue;
      candidates.shift();
      free.delete(first);
      found.set(index, first);
    }
  });
  return found;
}

// `Map.groupBy` requires a newer Node and newer browsers than we support.
function groupBy<Item>(items: readonly Item[], keyOf: KeyOf<Item>): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

/** A key of several texts, ignoring case and spacing; empty when the first text is empty. */
export function keyOf(...texts: (string | null | undefined)[]): string {
  const parts = texts.map((text) =>
    (text ?? "").normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim(),
  );
  return parts[0] === "" ? "" : parts.join("\n");
}

/** A key of a URL that ignores the scheme, `www.` and a trailing slash. */
export function addressKey(address: string): string {
  if (!URL.canParse(address)) return "";
  const { host, pathname, search } = new URL(address);
  return `${host.replace(/^www\./, "")}${pathname.replace(/\/+$/, "")}${search}`.toLowerCase();
}
