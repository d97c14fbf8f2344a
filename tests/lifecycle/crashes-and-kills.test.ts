import { test } from "vitest";
import { crashUnderLoad } from "../support/databases/crash-database.ts";
import { killDuringWrites } from "../support/sites/kill-server.ts";

// tests/soak repeats both a hundred times.

test("a database that crashes under load, twice, leaves no request without a right answer", () =>
  crashUnderLoad(2));

test("kill -9 during writes, twice: no acknowledged row is lost and every restart opens", () =>
  killDuringWrites(2));
