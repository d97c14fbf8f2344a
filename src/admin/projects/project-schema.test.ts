import { describe, expect, it } from "vitest";
import { screenshotUrl } from "./picture/screenshot-url.ts";
import { projectSchema, toProjectValues } from "./project-schema.ts";

const typed = {
  ...toProjectValues(null),
  name: " Slipway ",
  live_link: "https://example.com",
  github_link: "",
  image_url: "",
  image_alt: " ",
  description: "",
  stack: "React, ,Vite",
  visibility: "draft",
};

describe("projectSchema", () => {
  it("projectSchema stores null for empty fields, and a screenshot for a missing picture", () => {
    expect(projectSchema.parse(typed)).toMatchObject({
      name: "Slipway",
      live_link: "https://example.com",
      github_link: null,
      image_url: screenshotUrl("https://example.com"),
      image_alt: null,
      description: null,
      stack: ["React", "Vite"],
      ...{ organization: null, roles: null, start_month: null, date_range: null, type: null },
      visibility: "draft",
    });
  });

  it("projectSchema keeps a picture set by the owner", () => {
    expect(projectSchema.parse({ ...typed, image_url: "/sample/a.webp" }).image_url).toBe(
      "/sample/a.webp",
    );
  });

  it("projectSchema stores no screenshot URL that the database would refuse", () => {
    const live_link = `https://example.com/${"é".repeat(1000)}`;
    expect(projectSchema.parse({ ...typed, live_link }).image_url).toBeNull();
    expect(projectSchema.parse({ ...typed, live_link: "mailto:a@b.c" }).image_url).toBeNull();
  });

  it("projectSchema stores null for a project whose owner said that it has no public link", () => {
    const stored = projectSchema.parse({ ...typed, live_link: "none" });
    expect(stored).toMatchObject({ live_link: null, image_url: null });
    const row = { ...stored, id: "x", created_at: "", position: null, revision: 1 };
    expect(toProjectValues(row).live_link).toBe("none");
    expect(toProjectValues(null).live_link).toBe("");
  });

  it("projectSchema requires a name and a live link", () => {
    const { error } = projectSchema.safeParse({ ...typed, name: " ", live_link: "" });
    expect(error?.issues.map(({ message }) => message)).toEqual([
      "Please enter a name.",
      "Please enter the address of the live project.",
    ]);
  });
});
