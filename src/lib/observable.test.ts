import { expect, it, vi } from "vitest";
import { createEmitter, createObservable } from "./observable.ts";

it("notifies every subscriber of a new value, until it is disposed", () => {
  const count = createObservable(0);
  const [one, other] = [vi.fn(), vi.fn()];
  const dispose = count.subscribe(one);
  count.subscribe(other);
  count.set(1);
  dispose();
  count.set(2);
  expect(count.get()).toBe(2);
  expect(one).toHaveBeenCalledTimes(1);
  expect(other).toHaveBeenCalledTimes(2);
});

it("has the new value when it notifies", () => {
  const count = createObservable(0);
  const seen: number[] = [];
  count.subscribe(() => seen.push(count.get()));
  count.set(1);
  expect(seen).toEqual([1]);
});

it("does not notify when the same value is set", () => {
  const state = createObservable({ a: 1 });
  const listener = vi.fn();
  state.subscribe(listener);
  state.set(state.get());
  expect(listener).not.toHaveBeenCalled();
});

it("does not call a listener that another one removed", () => {
  const { subscribe, emit } = createEmitter();
  const second = vi.fn();
  subscribe(() => dispose());
  const dispose = subscribe(second);
  emit();
  expect(second).not.toHaveBeenCalled();
});
