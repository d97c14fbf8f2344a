import { expect, it, vi } from "vitest";
import { createEmitter, createObservable } from "./observable.ts";

it("an observable notifies every subscriber once it has a new value, until it is disposed", () => {
  const count = createObservable(0);
  const [one, other]: [number[], number[]] = [[], []];
  const dispose = count.subscribe(() => one.push(count.get()));
  count.subscribe(() => other.push(count.get()));
  count.set(1);
  dispose();
  count.set(2);
  expect(one).toEqual([1]);
  expect(other).toEqual([1, 2]);
});

it("an observable does not notify when the same value is set", () => {
  const state = createObservable({ a: 1 });
  const listener = vi.fn();
  state.subscribe(listener);
  state.set(state.get());
  expect(listener).not.toHaveBeenCalled();
});

it("an observable does not call a listener that another listener removed", () => {
  const { subscribe, emit } = createEmitter();
  const second = vi.fn();
  subscribe(() => dispose());
  const dispose = subscribe(second);
  emit();
  expect(second).not.toHaveBeenCalled();
});
