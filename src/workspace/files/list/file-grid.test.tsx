// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { stubResizeObserver } from "../../../ui/resize-observer.fixture.ts";
import { nothing } from "../../../ui/selection.ts";
import type { DriveFile } from "../file.ts";
import type { FileActions } from "../file-actions.ts";
import * as thumbnail from "../thumbnails/use-thumbnail.ts";
import { FileGrid } from "./file-grid.tsx";
import type { FileListOptions } from "./use-file-list.ts";

vi.mock(import("../thumbnails/use-thumbnail.ts"), { spy: true });
vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: true }));
stubResizeObserver();
document.documentElement.style.fontSize = "16px";
afterEach(cleanup);

const file = (name: string): DriveFile => ({
  id: name,
  name,
  is_folder: false,
  parent_id: null,
  storage_object_path: `root/${name}`,
  mimetype: "text/plain",
  size: 7,
  updated_at: "2026-01-02T03:04:05Z",
  starred_at: null,
  thumbnail_path: null,
});

it("only the tile of an added file is rendered when a list changes", () => {
  const actions = {} as FileActions;
  // New functions each time, as the page has.
  const list = (files: DriveFile[]): FileListOptions => ({
    files,
    items: undefined,
    shared: undefined,
    startId: null,
    selection: { ...nothing },
    loading: false,
    onSelect: () => {},
    onKey: () => {},
    trash: false,
    actions,
  });
  const [a, b, c] = ["a", "b", "c"].map(file) as [DriveFile, DriveFile, DriveFile];
  const { rerender } = render(<FileGrid {...list([a, b])} />);
  vi.mocked(thumbnail.useThumbnail).mockClear();
  rerender(<FileGrid {...list([a, b, c])} />);
  expect(screen.getAllByRole("gridcell")).toHaveLength(3);
  const rendered = vi.mocked(thumbnail.useThumbnail).mock.calls.map(([{ name }]) => name);
  expect(rendered).toEqual(["c"]);
});
