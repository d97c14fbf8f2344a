/** A function that calls `create` once, at its first call, and always returns that result. */
export function once<T>(create: () => T): () => T {
  let created: { value: T } | undefined;
  return () => {
    created ??= { value: create() };
    return created.value;
  };
}

/**
 * A function that calls `create` once for each argument, and returns that result from then on.
 * @param most results that are kept; all are forgotten when there is one more.
 */
export function onceFor<Key, T>(
  create: (key: Key) => T,
  most = Number.POSITIVE_INFINITY,
): (key: Key) => T {
  const created = new Map<Key, { value: T }>();
  return (key) => {
    const known = created.get(key);
    if (known) return known.value;
    const value = create(key);
    if (created.size >= most) created.clear();
    created.set(key, { value });
    return value;
  };
}
