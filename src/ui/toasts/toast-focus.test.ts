// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { keepFocusUsable } from "./toast-focus.ts";

const scrolled = vi.fn();
Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
  scrolled(this.id);
};
let stop = () => {};
afterEach(() => {
  stop();
  document.body.replaceChildren();
  scrolled.mockClear();
});

/** A page with fields and the container of toasts; returns a function that shows a toast. */
function openPage() {
  document.body.innerHTML = `<textarea id="text"></textarea><input id="name"><input id="box" type="checkbox"><div id="toasts"></div>`;
  const toasts = document.querySelector("#toasts") as HTMLElement;
  stop = keepFocusUsable(toasts);
  return async () => {
    toasts.innerHTML = "<li data-sonner-toast></li>";
    await Promise.resolve();
  };
}

const focus = (id: string) => document.querySelector<HTMLElement>(`#${id}`)?.focus();

it("a toast that appears scrolls the focused field out from under it", async () => {
  const show = openPage();
  focus("text");
  expect(scrolled).not.toHaveBeenCalled();
  await show();
  expect(scrolled).toHaveBeenCalledExactlyOnceWith("text");
});

it("a field that gets the focus while a toast is shown is scrolled, a checkbox is not", async () => {
  const show = openPage();
  await show();
  focus("box");
  expect(scrolled).not.toHaveBeenCalled();
  focus("name");
  expect(scrolled).toHaveBeenCalledExactlyOnceWith("name");
});
