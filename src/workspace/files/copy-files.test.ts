import { expect, it } from "vitest";
import { inOrder } from "./copy-files.ts";

const entry = (id: string, parent_id: string | null, is_folder = false) => ({
  ...{ id, parent_id, is_folder, name: id, size: null, mimetype: null },
  ...{ storage_object_path: is_folder ? null : id, updated_at: "2019-05-04T10:20:30.000Z" },
});

it("a copy has each entry once, folders before what they contain, also if a chosen file is in a chosen folder", () => {
  const inner = entry("a.txt", "deep");
  // As listed: by path, once for each chosen entry above it.
  const listed = [
    inner,
    ...[entry("x", "elsewhere", true), entry("deep", "x", true), inner],
    entry("z.txt", "elsewhere"),
  ];
  const ids = inOrder(listed, ["x", "a.txt", "z.txt"]).map(({ id }) => id);
  expect(ids).toEqual(["x", "z.txt", "deep", "a.txt"]);
});

it("a copy is refused when one of the chosen files no longer exists", () => {
  expect(() => inOrder([entry("a.txt", null)], ["a.txt", "gone"])).toThrow(
    "Some of these files no longer exist. Nothing was copied.",
  );
});
