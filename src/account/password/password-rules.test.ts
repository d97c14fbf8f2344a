import { describe, expect, it } from "vitest";
import { estimatePassword } from "./estimate-password.ts";
import { passwordSchema, refusalOf } from "./password-rules.ts";

const KNOWN = "marta.quill@example.com www.mq-studio.example Márta O'Quillan";
const refusal = (password: string) => refusalOf(estimatePassword(password, KNOWN));

describe("the estimate", () => {
  it.each([
    ["a leaked password", "1q2w3e4r5t"],
    ["a leaked password with a suffix", "password2026!"],
    ["repeated characters", "aaaaaaaaaaaa"],
    ["a repeated pattern", "abcabcabcabc"],
    ["a sequence", "abcdefghijkl"],
    ["a row of keys", "qwertyuiop[]"],
    ["the email's name", "martaquill1"],
    ["the name, reversed and with digits for letters", "n4lLIUq-atram"],
    ["a name without its accent", "Marta-Quillan-1987"],
    ["the names with separators", "marta, quill & quillan"],
    ["the site's host", "mq-studio.example2026"],
    ["the product's name", "Foyer-Portfolio-2026"],
    ["the product's parts", "tradmin workspace F0Y3R"],
    ["little beside a name", "xk7-Marta-92"],
    ["a date", "24.12.1990!"],
  ])("the estimate refuses %s", (_kind, password) => {
    expect(refusal(password)).toMatch(/^This password is too easy to guess\. ./);
  });

  it.each([
    "copper lantern walks quietly",
    "copper lantern walks with Marta",
    "x9$Kq!vR2#",
    "كلمة مرور طويلة جدا",
  ])("the estimate accepts %s", (password) => expect(refusal(password)).toBeNull());
});

describe("the rules", () => {
  const errorOf = (current: string, next: string) =>
    passwordSchema.safeParse({ current, next }).error?.issues[0]?.message;

  it("the password rules count characters, not UTF-16 units", () => {
    expect(errorOf("old", "123456789")).toBe("Please use at least 10 characters.");
    expect(errorOf("old", "🧑".repeat(9))).toBe("Please use at least 10 characters.");
    expect(errorOf("old", "1234567890")).toBeUndefined();
  });

  it("the password rules refuse more bytes than bcrypt reads, and the current password", () => {
    expect(errorOf("old", "a".repeat(72))).toBeUndefined();
    expect(errorOf("old", "a".repeat(73))).toMatch(/^Please use at most 72 characters/);
    expect(errorOf("the same one", "the same one")).toMatch(/other than the current/);
  });
});
