import { test } from "vitest";
import { crashUnderLoad } from "../support/databases/crash-database.ts";

const CRASHES = 100;

test(`a database that crashes under load, ${CRASHES} times, leaves no request without a right answer`, () =>
  crashUnderLoad(CRASHES));
