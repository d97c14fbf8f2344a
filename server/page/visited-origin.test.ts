import { describe, expect, it } from "vitest";
import { createOriginCheck } from "./visited-origin.ts";

const visit = (host: string, origin: string, visited: string) =>
  createOriginCheck(
    { host, publicUrl: null },
    origin,
  )(new Request("http://any.test/", { headers: { host: visited } }));

describe("the origin a page is rendered for", () => {
  it.each([
    ["127.0.0.1", "http://127.0.0.1:3000", "localhost:3000", "http://localhost:3000"],
    ["192.168.1.5", "http://192.168.1.5:3000", "192.168.1.5:3000", "http://192.168.1.5:3000"],
    ["192.168.1.5", "http://192.168.1.5:3000", "192.168.1.6:3000", "http://192.168.1.5:3000"],
    ["0.0.0.0", "http://localhost:3000", "0.0.0.0:3000", "http://localhost:3000"],
    ["::1", "http://[::1]:3000", "[::1]:3000", "http://[::1]:3000"],
    ["127.0.0.1", "http://127.0.0.1", "localhost", "http://localhost"],
    ["127.0.0.1", "http://127.0.0.1:3000", "evil.example:3000", "http://127.0.0.1:3000"],
    ["127.0.0.1", "http://127.0.0.1:3000", "", "http://127.0.0.1:3000"],
  ])(
    "a server that listens on %s (%s) and is visited as %j has the origin %s",
    (host, origin, visited, expected) => {
      expect(visit(host, origin, visited)).toBe(expected);
    },
  );
});
