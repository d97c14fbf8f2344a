import { test } from "vitest";
import { crashUnderLoad } from "../support/databases/crash-database.ts";
import { killDuringWrites } from "../support/sites/kill-server.ts";

// tests/soak repeats both a hundred times.

test("a database that crashes twice under load leaves no request without a correct response", () =>
  crashUnderLoad(2));

test("two kills during writes lose no acknowledged row, and every restart opens", () =>
  killDuringWrites(2));
