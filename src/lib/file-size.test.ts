import { expect, it } from "vitest";
import { formatExcess, formatSize } from "./file-size.ts";

it.each([
  [null, "-"],
  [0, "0 Bytes"],
  [1, "1 Byte"],
  [1023, "1023 Bytes"],
  [1024, "1.00 KB"],
  [1536, "1.50 KB"],
  [1024 ** 2 - 1, "1.00 MB"],
  [1024 ** 2 * 6.25, "6.25 MB"],
  [2 * 1024 ** 3, "2.00 GB"],
  [1024 ** 4, "1.00 TB"],
  [1024 ** 5, "1.00 PB"],
  [1024 ** 6, "1.00 EB"],
  [1024 ** 7, "1.00 ZB"],
  [1024 ** 8, "1.00 YB"],
  [1024 ** 9, "1024.00 YB"],
])("%s bytes are shown as %s", (bytes, shown) => {
  expect(formatSize(bytes)).toBe(shown);
});

it.each([
  [5 * 1024 ** 2, "5.01 MB"],
  [512 * 1024, "512.01 KB"],
  [5 * 1024 ** 3, "5.01 GB"],
  [100, "101 Bytes"],
])("formatExcess rounds up one byte more than %s", (limit, shown) => {
  expect(formatExcess(limit + 1)).toBe(shown);
  expect(formatExcess(limit)).toBe(formatSize(limit));
});
