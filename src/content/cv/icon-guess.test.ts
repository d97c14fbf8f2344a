import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { fromResume } from "./from-resume.ts";

describe("icons are found by", () => {
  const index = JSON.parse(readFileSync("public/icons/index.json", "utf8"));

  it.each([
    ["React.js (hooks)", "React"],
    ["Postgres", "PostgreSQL"],
    ["CSS3", "si:css"],
    ["HTML", "si:html5"],
    ["Golang", "si:go"],
    ["C++", "si:cplusplus"],
    ["k8s", "si:kubernetes"],
    ["Contract law", null],
    ["5", null],
  ])("an icon is found by the name of a skill: %s", (name, icon) => {
    const { skills } = fromResume({ skills: [{ name }] }, index);
    expect(skills.map((skill) => skill.icon)).toEqual([icon]);
  });

  it.each([
    [{ network: "twitter", url: "https://twitter.com/ada" }, "twitter", "si:x"],
    [{ url: "https://x.com/ada" }, "X", "si:x"],
    [{ network: "mastodon", url: "https://hachyderm.io/@ada" }, "Mastodon", "si:mastodon"],
    [
      { network: "StackOverflow", url: "stackoverflow.com/users/1" },
      "Stack Overflow",
      "si:stackoverflow",
    ],
    [{ network: "orcid", url: "https://orcid.org/0000" }, "ORCID", "si:orcid"],
    [{ network: "bluesky", url: "https://bsky.app/profile/ada" }, "Bluesky", "si:bluesky"],
    [{ network: "My letters", url: "https://letters.example" }, "My letters", null],
  ])("an icon is found by a profile: %j", (profile, name, icon_key) => {
    const { social_links } = fromResume({ basics: { profiles: [profile] } }, index);
    expect(social_links).toMatchObject([{ name, icon_key }]);
  });
});
