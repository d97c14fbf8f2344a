// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { prepareEditor } from "../../editor/rich-text-field.tsx";
import { stubMedia } from "../../ui/hooks/media.fixture.ts";
import type { NotesService } from "./notes-service.ts";
import { QuickAdd } from "./quick-add.tsx";

beforeAll(stubMedia);
afterAll(() => vi.unstubAllGlobals());

const create = vi.fn();
const outbox = { persistInput() {}, discardInput() {}, create };

/** Opens the box and runs the callback as soon as the editor exists, before it accepts input. */
async function open(whenEditorExists: (plain: HTMLTextAreaElement) => void) {
  // The editor's code is loaded with the screen.
  await prepareEditor();
  const notes = { outbox } as unknown as NotesService;
  render(<QuickAdd notes={notes} field={null} onAdd={() => {}} />);
  const plain = screen.getByPlaceholderText<HTMLTextAreaElement>("Take a note...");
  const exists = new Promise<void>((resolve) => {
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector("[contenteditable=true]")) return;
      observer.disconnect();
      whenEditorExists(plain);
      resolve();
    }).observe(document.body, { childList: true, subtree: true });
  });
  plain.focus();
  await exists;
  return plain;
}

it("the quick add keeps the plain field during a composition, and replaces it afterwards", async () => {
  const plain = await open((field) => fireEvent.compositionStart(field));
  fireEvent.input(plain, { target: { value: "に" } });
  // The editor requests the text in a separate task.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(plain.isConnected).toBe(true);
  fireEvent.input(plain, { target: { value: "日本" } });
  fireEvent.compositionEnd(plain);
  await waitFor(() => expect(plain.isConnected).toBe(false));
  expect(screen.getByRole("textbox", { name: "Take a note..." }).textContent).toBe("日本");
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(create).toHaveBeenCalledExactlyOnceWith(
    expect.any(String),
    expect.objectContaining({ content: "<p>日本</p>" }),
  );
});

it("the quick add can be opened again after it was closed during a composition", async () => {
  const closed = await open((field) => fireEvent.compositionStart(field));
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  fireEvent.compositionEnd(closed);
  await new Promise((resolve) => setTimeout(resolve, 50));
  const plain = screen.getByPlaceholderText("Take a note...");
  plain.blur();
  plain.focus();
  await waitFor(() => expect(plain.isConnected).toBe(false));
  expect(screen.getByRole("textbox", { name: "Take a note..." }).isContentEditable).not.toBe(false);
});

it("the quick add begins a list with an empty item, which is stored only with a text", async () => {
  cleanup();
  create.mockClear();
  await prepareEditor();
  render(<QuickAdd notes={{ outbox } as unknown as NotesService} field={null} onAdd={() => {}} />);
  fireEvent.click(screen.getByRole("button", { name: "New list" }));
  await screen.findByRole("checkbox", { name: "Empty item" });
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(create).not.toHaveBeenCalled();
  expect(screen.getByPlaceholderText<HTMLTextAreaElement>("Take a note...").value).toBe("");
});
