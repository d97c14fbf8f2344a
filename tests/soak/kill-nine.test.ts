import { test } from "vitest";
import { killDuringWrites } from "../support/sites/kill-server.ts";

const ROUNDS = 100;

test(`kill -9 during writes, ${ROUNDS} times: no acknowledged row is lost and every restart opens`, () =>
  killDuringWrites(ROUNDS));
