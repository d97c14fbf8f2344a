import { expect, it } from "vitest";
import { listCommandOf } from "./list-keys.ts";

const context = { hasSelection: false, isOpen: false, hasCurrent: true };
const press = (key: string, modifiers: object = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...modifiers,
});

it.each([
  [press("Enter"), {}, "open"],
  [press("x"), {}, "select"],
  [press("X"), {}, "select"],
  [press("u"), {}, "toggle read"],
  [press("r"), {}, "toggle replied"],
  [press("r", { ctrlKey: true }), {}, null],
  [press("Delete"), {}, "delete current"],
  [press("Backspace"), { hasSelection: true }, "delete selected"],
  [press("Enter"), { hasCurrent: false }, null],
  [press("a", { ctrlKey: true }), { hasCurrent: false }, "select all"],
  [press("a", { metaKey: true }), {}, "select all"],
  [press("u", { ctrlKey: true }), {}, null],
  [press("Delete", { altKey: true }), {}, null],
  [press("Escape"), { hasSelection: true, isOpen: true }, "clear selection"],
  [press("Escape"), { isOpen: true, hasCurrent: false }, "close message"],
  [press("Escape"), {}, null],
  [press("b"), {}, null],
] as const)("the key %o with the list state %o gives the command %s", (event, changed, command) => {
  expect(listCommandOf(event, { ...context, ...changed })).toBe(command);
});
