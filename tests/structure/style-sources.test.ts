import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

/** Its classes are in a style sheet of its own. */
const OTHERS = ["landing"];

test("Tailwind reads every folder that draws something in the application", async () => {
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
