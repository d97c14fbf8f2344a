import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** Folders with a separate style sheet. */
const OTHERS = ["landing", "share"];

test("Tailwind scans every folder of the application that renders something", async () => {
  const styles = await readFile("src/app/app.css", "utf8");
  const files = await readdir("src", { recursive: true });
  const drawing = new Set(
    files.filter((file) => file.endsWith(".tsx")).map((file) => file.split("/")[0] ?? ""),
  );
  const unread = [...drawing].filter(
    (folder) => !OTHERS.includes(folder) && !styles.includes(`@source "../${folder}";`),
  );
  expect(unread).toEqual([]);
});
