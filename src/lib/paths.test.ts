import { describe, expect, it } from "vitest";
import { isAppRoute } from "./app-route.ts";
import {
  addPath,
  categoriesPath,
  editPath,
  entriesPath,
  hashOf,
  infoPath,
  messagePath,
  paths,
} from "./paths.ts";

describe("paths", () => {
  const inside = [...Object.values(paths.admin), ...Object.values(paths.workspace)];

  it.each(inside)("%s belongs to the application", (path) => {
    expect(isAppRoute(`#${path}`)).toBe(true);
  });

  it("paths are unique", () => expect(new Set(inside).size).toBe(inside.length));

  it("paths encode any entry id", () => {
    const path = editPath(entriesPath("projects"), "a&b=ü");
    expect(new URL(path, "http://x").searchParams.get("edit")).toBe("a&b=ü");
    expect(messagePath("1")).toBe("/tradmin/messages?message=1");
    expect(infoPath("Links")).toBe("/tradmin/portfolio/info?section=Links");
    expect(categoriesPath()).toBe("/tradmin/portfolio/skills?categories=");
    expect(addPath(entriesPath("projects"))).toBe("/tradmin/portfolio/projects?add");
    expect(hashOf(paths.admin.dashboard)).toBe("/#/tradmin");
  });
});
