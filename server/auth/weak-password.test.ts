import { expect, it } from "vitest";
import { weaknessOf } from "./weak-password.ts";

const email = "grace.hopper@example.test";
const known = `${email} navy.example Grace Brewster Murray Hopper`;

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
  "Murray-Brewster-1906",
  "H0pp3r@navy.example",
  "Foyer-Workspace-2026!",
  email,
])("weaknessOf refuses %s", async (password) => {
  expect((await weaknessOf(password, known))?.reason).toBe("pwned");
});

it.each([
  "correct horse battery",
  "an entirely different phrase",
  "J7#kq0-vvm3X",
  "пароль-на-воде",
])("weaknessOf accepts %s", async (password) => {
  expect(await weaknessOf(password, known)).toBeNull();
});

it("weaknessOf says whose words a password consists of", async () => {
  expect((await weaknessOf("Grace Hopper 1906", known))?.message).toMatch(
    /words of this account or site/,
  );
  expect((await weaknessOf("Password123!", known))?.message).toMatch(/too common/);
});

it("weaknessOf requires ten characters", async () => {
  expect((await weaknessOf("J7#kq0-vv", known))?.reason).toBe("length");
});
