import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { brandOfAddress } from "./brand-of-address.ts";

const index = JSON.parse(readFileSync("public/icons/index.json", "utf8"));

it.each([
  ["https://github.com/ada", "GitHub", "GitHub"],
  ["www.linkedin.com/in/ada", "LinkedIn", "LinkedIn"],
  ["https://t.me/ada", "Telegram", "Telegram"],
  ["https://gitlab.com/ada", "GitLab", "si:gitlab"],
  ["https://mastodon.social/@ada", "Mastodon", "si:mastodon"],
  ["https://x.com/ada", "X", "si:x"],
  ["https://bsky.app/profile/ada", "Bluesky", "si:bluesky"],
  ["https://ada.medium.com", "Medium", "si:medium"],
])("brandOfAddress recognizes %s as %s", (address, name, key) => {
  expect(brandOfAddress(address, index)).toEqual({ name, key });
});

it.each([
  "",
  "git",
  "https://ada-lovelace.example",
  "mailto:ada@example.org",
  "http://[::1]",
  "go.",
])("brandOfAddress recognizes nothing in %j", (address) => {
  expect(brandOfAddress(address, index)).toBeNull();
});
