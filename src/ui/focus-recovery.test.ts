// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { isFocusLost, recoverFocus, releaseFocus } from "./focus-recovery.ts";

afterEach(() => document.body.replaceChildren());

function addButton(): HTMLButtonElement {
  const button = document.createElement("button");
  document.body.append(button);
  return button;
}

it("recoverFocus focuses the element once the focused one was removed", () => {
  const [removed, next] = [addButton(), addButton()];
  removed.focus();
  removed.remove();
  expect(recoverFocus(() => next)).toBe(true);
  expect(document.activeElement).toBe(next);
});

it("recoverFocus leaves the focus where the user put it", () => {
  const [other, next] = [addButton(), addButton()];
  other.focus();
  const find = vi.fn(() => next);
  expect(recoverFocus(find)).toBe(false);
  expect(document.activeElement).toBe(other);
  expect(find).not.toHaveBeenCalled();
});

it("recoverFocus reports that the focus stays lost without an element to focus", () => {
  addButton().focus();
  releaseFocus();
  expect(recoverFocus(() => null)).toBe(false);
  expect(isFocusLost()).toBe(true);
});
