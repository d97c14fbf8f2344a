import { type RefObject, useInsertionEffect, useRef } from "react";

/**
 * A ref to the value of the last committed render, for callbacks whose identity must not change,
 * such as those of memoized rows. Callbacks that only effects call use `useEffectEvent` instead.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  // Runs before layout effects, so that those of children see the new value.
  useInsertionEffect(() => {
    latest.current = value;
  });
  return latest;
}
