import { expect, it } from "vitest";
import { cacheBuild, removeOtherBuilds } from "./build-cache.ts";
import { build, FakeCaches, page, script } from "./offline.fixture.ts";

const NAME = "foyer-build-v2";

function serve(answers: Record<string, () => Response>) {
  const asked: string[] = [];
  const fetch = async (path: string) => {
    asked.push(path);
    return answers[path]?.() ?? new Response("", { status: 404 });
  };
  return { asked, fetch };
}

const whole = {
  "/": () => page(`<script data-app="${build.entry}">`),
  "/assets/main-2.js": () => script("main"),
  "/assets/notes-2.js": () => script("notes"),
};

it("the build cache caches every file and the document", async () => {
  const caches = new FakeCaches();
  await cacheBuild(caches.asCaches, build, serve(whole).fetch);
  expect(caches.paths(NAME)).toEqual(["/", "/assets/main-2.js", "/assets/notes-2.js"]);
});

it("the build cache does not request files that an earlier build has cached under the same name", async () => {
  const caches = new FakeCaches();
  const older = await caches.open("foyer-build-v1");
  await older.put("/assets/notes-2.js", script("notes"));
  const { asked, fetch } = serve(whole);
  await cacheBuild(caches.asCaches, build, fetch);
  expect(asked).toEqual(["/assets/main-2.js", "/"]);
});

it.each([
  [
    "a file is missing",
    { ...whole, "/assets/notes-2.js": () => new Response("", { status: 404 }) },
  ],
  ["a page stands in for a file", { ...whole, "/assets/notes-2.js": () => page("not found") }],
  ["the document is of another build", { ...whole, "/": () => page("/assets/main-3.js") }],
  ["there is no document", { ...whole, "/": () => page("down", { status: 503 }) }],
])("the build cache caches nothing when %s", async (_what, answers) => {
  const caches = new FakeCaches();
  await expect(cacheBuild(caches.asCaches, build, serve(answers).fetch)).rejects.toThrow();
  expect(await caches.keys()).toEqual([]);
});

it("the build cache removes other builds, and no foreign caches", async () => {
  const caches = new FakeCaches();
  for (const name of ["foyer-build-v1", NAME, "somebody-else"]) await caches.open(name);
  await removeOtherBuilds(caches.asCaches, build);
  expect(await caches.keys()).toEqual([NAME, "somebody-else"]);
});

it("the build cache shares nothing with a site below another path of the same host", async () => {
  const caches = new FakeCaches();
  const root = "/portfolio/";
  await caches.open("foyer-build-v1");
  await cacheBuild(
    caches.asCaches,
    { ...build, root },
    serve({ ...whole, [root]: whole["/"] }).fetch,
  );
  expect(caches.paths("foyer/portfolio/build-v2")).toContain(root);
  await removeOtherBuilds(caches.asCaches, { ...build, root, version: "v3" });
  expect(await caches.keys()).toEqual(["foyer-build-v1"]);
});
