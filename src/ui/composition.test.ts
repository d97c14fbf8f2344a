// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { whenComposed } from "./composition.ts";

const onKey = vi.fn();
const stop = new AbortController();
let field: HTMLInputElement;
beforeEach(() => {
  document.body.innerHTML = "<div><input></div>";
  field = document.querySelector("input") as HTMLInputElement;
  document.body.addEventListener("keydown", onKey, stop);
});
afterEach(() => {
  vi.restoreAllMocks();
  onKey.mockClear();
  document.body.replaceChildren();
});

/** Presses a key in the field. Returns whether the browser's default action was prevented. */
function press(init: KeyboardEventInit): boolean {
  const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
  return !field.dispatchEvent(event);
}
const tell = (type: string) => field.dispatchEvent(new CompositionEvent(type, { bubbles: true }));

it.each(["Enter", "Escape", "ArrowDown", "a"])(
  "the key %s that belongs to a composition reaches no handler",
  (key) => {
    press({ key, isComposing: true });
    press({ key: "Process", keyCode: 229 });
    // Safari sends this key after the composition has ended.
    press({ key, keyCode: 229 });
    expect(onKey).not.toHaveBeenCalled();
    press({ key, keyCode: 65 });
    expect(onKey).toHaveBeenCalledOnce();
  },
);

it("a key of a composition neither submits a form nor closes a dialog", () => {
  expect(press({ key: "Enter", isComposing: true })).toBe(true);
  expect(press({ key: "Escape", isComposing: true })).toBe(true);
  expect(press({ key: "a", isComposing: true })).toBe(false);
  expect(press({ key: "Enter" })).toBe(false);
});

it("Enter on Android, which ends the underlined word, still acts", () => {
  vi.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 (Linux; Android 14)");
  press({ key: "Unidentified", keyCode: 229, isComposing: true });
  expect(onKey).not.toHaveBeenCalled();
  press({ key: "Enter", keyCode: 13, isComposing: true });
  expect(onKey).toHaveBeenCalledOnce();
});

it("whenComposed waits for the end of a composition, and of a composition that follows immediately", async () => {
  const act = vi.fn();
  whenComposed(field, act);
  expect(act).toHaveBeenCalledOnce();
  tell("compositionstart");
  whenComposed(field, act);
  tell("compositionend");
  tell("compositionstart");
  await new Promise((resolve) => setTimeout(resolve));
  expect(act).toHaveBeenCalledOnce();
  tell("compositionend");
  await vi.waitFor(() => expect(act).toHaveBeenCalledTimes(2));
});

it("whenComposed does not act once it is canceled", async () => {
  const act = vi.fn();
  tell("compositionstart");
  whenComposed(field, act)();
  tell("compositionend");
  await new Promise((resolve) => setTimeout(resolve));
  expect(act).not.toHaveBeenCalled();
});
