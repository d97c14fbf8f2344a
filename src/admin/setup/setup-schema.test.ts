import { expect, it } from "vitest";
import { isWholeToken, setupSchema } from "./setup-schema.ts";

const good = {
  email: "me@example.org",
  password: "long enough 1",
  confirmation: "long enough 1",
};

function complaints(values: Partial<typeof good>) {
  const parsed = setupSchema.safeParse({ ...good, ...values });
  return parsed.error?.issues.map((issue) => [issue.path[0], issue.message]) ?? [];
}

it("the setup form accepts an email and a password typed twice", () => {
  expect(complaints({})).toEqual([]);
  const longest = "ü".repeat(36);
  expect(complaints({ password: longest, confirmation: longest })).toEqual([]);
  expect(setupSchema.parse({ ...good, email: " me@example.org " }).email).toBe("me@example.org");
});

it.each([
  [{ email: "" }, ["email", "Please enter your email address."]],
  [{ email: "me@" }, ["email", "The email is not an email address."]],
  [
    { password: "only nine", confirmation: "only nine" },
    ["password", "The password must have at least 10 characters."],
  ],
  [
    { password: "ü".repeat(37), confirmation: "ü".repeat(37) },
    ["password", "The password must have at most 72 bytes."],
  ],
  [{ confirmation: "something else" }, ["confirmation", "The passwords do not match."]],
])("the setup form refuses %j", (values, complaint) => {
  expect(complaints(values)).toContainEqual(complaint);
});

it("the setup form reports differing passwords even if the email is invalid", () => {
  expect(complaints({ email: "", confirmation: "x" }).map(([field]) => field)).toEqual([
    "email",
    "confirmation",
  ]);
});

it("isWholeToken tells a complete token from a truncated one", () => {
  expect(isWholeToken("A-_9".repeat(10).concat("abc"))).toBe(true);
  for (const token of ["", "abc", "x".repeat(42), "x".repeat(44), `${"x".repeat(42)}.`]) {
    expect(isWholeToken(token)).toBe(false);
  }
});
