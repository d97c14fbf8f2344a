import { expect, it } from "vitest";
import { workspaceUserRequest } from "./contract.ts";

const names = { email: "a@b.example", username: "x" };
const messageFor = (action: "create" | "update", password?: string) =>
  workspaceUserRequest.safeParse({ action, ...names, password }).error?.issues[0]?.message;

it.each([
  ["create", undefined, "Password is required for a new user."],
  ["create", "", "Password is required for a new user."],
  ["create", "only nine", "Password should be at least 10 characters."],
  ["create", "x".repeat(73), "Password cannot be longer than 72 bytes"],
  ["create", "long enough", undefined],
  ["update", undefined, undefined],
  ["update", "", undefined],
  ["update", "only nine", "Password should be at least 10 characters."],
  ["update", "ü".repeat(37), "Password cannot be longer than 72 bytes"],
  ["update", "long enough", undefined],
] as const)(
  "messageFor returns for the action %s with the password %j: %j",
  (action, password, message) => {
    expect(messageFor(action, password)).toBe(message);
  },
);
