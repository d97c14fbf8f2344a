import { expect, it } from "vitest";
import { SIGN_IN_FAILED } from "../../supabase/functions/workspace-sign-in/contract.ts";
import { INVALID_CREDENTIALS } from "./texts.ts";

// Duplicated, because the function's contract imports a library the login does not need.
it("the login and the function use the same text", () => {
  expect(INVALID_CREDENTIALS).toBe(SIGN_IN_FAILED);
});
