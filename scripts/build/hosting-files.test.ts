import { expect, it } from "vitest";
import { hostingFiles } from "./hosting-files.ts";

const files = hostingFiles({ "x-frame-options": "DENY" });

it("a static host sends headers with every file and caches only files named after their content", () => {
  expect(files._headers).toBe(`/*
  x-frame-options: DENY

/assets/*
  cache-control: public, max-age=31536000, immutable

/index.html
  cache-control: no-cache

/
  cache-control: no-cache

/service-worker.js
  cache-control: no-cache
`);
  const { headers } = JSON.parse(files["vercel.json"] ?? "");
  expect(headers.slice(0, 2)).toEqual([
    { source: "/(.*)", headers: [{ key: "x-frame-options", value: "DENY" }] },
    {
      source: "/assets/(.*)",
      headers: [{ key: "cache-control", value: "public, max-age=31536000, immutable" }],
    },
  ]);
  expect(files[".nojekyll"]).toBe("");
});
