// @vitest-environment jsdom
import { render, screen, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { stubMedia } from "../ui/hooks/media.fixture.ts";
import { RichTextEditor, type TypedText } from "./rich-text-editor.tsx";

beforeAll(stubMedia);
afterAll(() => vi.unstubAllGlobals());

it("a value that the editor has emitted earlier does not replace what was typed since", async () => {
  const emitted: string[] = [];
  let type: ((typed: TypedText) => void) | undefined;
  const show = (value: string) => (
    <RichTextEditor
      label="Text"
      labelId="label"
      noteId={undefined}
      invalid={false}
      value={value}
      onChange={(html) => emitted.push(html)}
      takeOver={(given) => {
        type = given;
      }}
    />
  );
  const { rerender } = render(show(""));
  const text = () => screen.getByRole("textbox").textContent;
  await waitFor(() => expect(type).toBeDefined());
  for (const typed of ["a", "ab"]) type?.({ text: typed, caret: null });
  expect(emitted).toEqual(["<p>a</p>", "<p>ab</p>"]);
  rerender(show("<p>a</p>"));
  expect(text()).toBe("ab");
  rerender(show("<p>ab</p>"));
  expect(text()).toBe("ab");
  // The editor must now treat the value as set from outside.
  rerender(show("<p>a</p>"));
  expect(text()).toBe("a");
});
