import { expect, it } from "vitest";
import { weaknessOf } from "./weak-password.ts";

const email = "grace.hopper@example.test";

it.each([
  "1234567890",
  "123123123123",
  "0987654321",
  "aaaaaaaaaaaa",
  "121212121212",
  "Password123!",
  "qwertyuiop",
  "QWERTY123456",
  "iloveyou2024",
  "abcdefghijkl",
  "1q2w3e4r5t6y",
  "gracehopper1",
  email,
])("refuses %s", async (password) => {
  expect((await weaknessOf(password, email))?.reason).toBe("pwned");
});

it.each([
  "correct horse battery",
  "an entirely different phrase",
  "J7#kq0-vvm3X",
  "пароль-на-воде",
])("accepts %s", async (password) => {
  expect(await weaknessOf(password, email)).toBeNull();
});

it("requires ten characters", async () => {
  expect((await weaknessOf("J7#kq0-vv", email))?.reason).toBe("length");
});
