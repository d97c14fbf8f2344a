import { expect, it } from "vitest";
import type { SignIn } from "../account-api.ts";
import { signInText } from "./sign-in-text.ts";

const row: SignIn = {
  id: 1,
  outcome: "signed_in",
  attempts: 1,
  first_at: "2026-11-22T10:00:00Z",
  last_at: "2026-11-22T10:00:00Z",
  user_agent: "",
  network: "",
  is_new_network: false,
  is_current: false,
  is_open: false,
};

it.each([
  [{}, "Signed in", false],
  [{ outcome: "code_missing" }, "Right password, no code entered", true],
  [{ outcome: "wrong_password" }, "Wrong password", false],
  [{ outcome: "wrong_code" }, "Right password, wrong code", true],
  [{ outcome: "wrong_code", attempts: 1200 }, "Right password, wrong code, 1,200 times", true],
  [{ outcome: "limited", attempts: 2 }, "Refused after too many attempts, 2 times", false],
  [{ outcome: "recovery_code" }, "Recovery code used, two-factor authentication turned off", true],
  [{ outcome: "added_later" }, "added_later", false],
])("signInText describes %o", (fields, text, isSuspicious) => {
  expect(signInText({ ...row, ...fields })).toEqual({ text, isSuspicious });
});
