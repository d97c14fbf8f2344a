import { expect, it } from "vitest";
import { explainFailure } from "./restore-failure.ts";

it.each([
  ["of the files", "ENOSPC"],
  ["of the files, for this account", "EDQUOT"],
  ["of the database", "53100"],
])("a full disk is explained in a sentence: %s", (_whose, code) => {
  const error = Object.assign(new Error("could not extend file"), { code });
  expect(explainFailure(error)).toEqual({
    status: 507,
    outcome: {
      state: "failed",
      code: "disk_full",
      message: "The server's disk is full. Nothing was changed.",
    },
  });
});
