import { expect, it } from "vitest";
import { SIGN_IN_FAILED } from "../../supabase/functions/workspace-sign-in/contract.ts";
import { INVALID_CREDENTIALS } from "./texts.ts";

// Written twice, because the function's contract brings a library the login can do without.
it("the login says what the function says", () => {
  expect(INVALID_CREDENTIALS).toBe(SIGN_IN_FAILED);
});
