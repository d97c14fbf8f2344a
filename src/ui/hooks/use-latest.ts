import { type RefObject, useInsertionEffect, useRef } from "react";

/**
 * A ref to the value of the last committed render, for callbacks that must keep their identity, such
 * as those of memoized rows. What only effects call is a `useEffectEvent`.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  // Before layout effects, so that those of children see the new value too.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
