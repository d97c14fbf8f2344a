import { test } from "vitest";
import { crashUnderLoad } from "../support/databases/crash-database.ts";
import { killDuringWrites } from "../support/sites/kill-server.ts";

// tests/soak repeats both a hundred times.

test("a database that crashes under load, 4 times, leaves no request without a right answer", () =>
  crashUnderLoad(4));

test("kill -9 during writes, 4 times: no acknowledged row is lost and every restart opens", () =>
  killDuringWrites(4));
