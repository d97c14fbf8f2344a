import { describe, expect, it } from "vitest";
import { projectSchema, toProjectValues } from "./project-schema.ts";
import { screenshotUrl } from "./screenshot-url.ts";

const typed = {
  name: " Slipway ",
  live_link: "https://example.com",
  github_link: "",
  image_url: "",
  description: "",
  stack: "React, ,Vite",
};

describe("projectSchema", () => {
  it("stores null for empty fields, and a screenshot for a missing picture", () => {
    expect(projectSchema.parse(typed)).toEqual({
      name: "Slipway",
      live_link: "https://example.com",
      github_link: null,
      image_url: screenshotUrl("https://example.com"),
      description: null,
      stack: ["React", "Vite"],
    });
  });

  it("keeps a picture set by the owner", () => {
    expect(projectSchema.parse({ ...typed, image_url: "/sample/a.webp" }).image_url).toBe(
      "/sample/a.webp",
    );
  });

  it("stores no screenshot URL that the database would refuse", () => {
    const live_link = `https://example.com/${"é".repeat(1000)}`;
    expect(projectSchema.parse({ ...typed, live_link }).image_url).toBeNull();
    expect(projectSchema.parse({ ...typed, live_link: "mailto:a@b.c" }).image_url).toBeNull();
  });

  it("requires a name and a live link", () => {
    const { error } = projectSchema.safeParse({ ...typed, name: " ", live_link: "" });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      "Please enter a name.",
      "Please enter the address of the live project.",
    ]);
  });
});

describe("toProjectValues", () => {
  const row = {
    id: "1",
    revision: 1,
    created_at: "2026-11-21T00:00:00Z",
    name: "Slipway",
    live_link: "https://example.com",
    github_link: null,
    image_url: screenshotUrl("https://example.com"),
    description: null,
    stack: null,
  };

  it("is blank for an automatic screenshot, so that it follows a new live link", () => {
    expect(toProjectValues(row).image_url).toBe("");
    const moved = { ...toProjectValues(row), live_link: "https://example.org" };
    expect(projectSchema.parse(moved).image_url).toBe(screenshotUrl("https://example.org"));
  });

  it("keeps any other picture", () => {
    expect(toProjectValues({ ...row, image_url: "/a.webp" }).image_url).toBe("/a.webp");
  });

  it("is empty for a new project", () => {
    expect(new Set(Object.values(toProjectValues(null)))).toEqual(new Set([""]));
  });
});
