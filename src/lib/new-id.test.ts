import { expect, it } from "vitest";
import { newId } from "./new-id.ts";

it("is written as PostgreSQL writes a uuid", () => {
  expect(newId()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
});

it("is different every time", () => {
  expect(new Set(Array.from({ length: 100 }, newId)).size).toBe(100);
});
