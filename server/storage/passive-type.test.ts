import { describe, expect, it } from "vitest";
import { passiveType } from "./passive-type.ts";

describe("the content type of a served object", () => {
  it.each([
    "image/png",
    "audio/mpeg",
    "video/mp4",
    "application/pdf",
    "text/plain",
    "text/plain;charset=utf-8",
  ])("is unchanged for %s", (type) => {
    expect(passiveType(type)).toBe(type);
  });

  it.each([
    ["Image/PNG", "image/png"],
    ["image/png;charset=utf-8", "image/png"],
    ["text/plain; charset=utf-8; x=<script>", "text/plain;charset=utf-8"],
  ])("is normalized from %s", (stored, served) => {
    expect(passiveType(stored)).toBe(served);
  });

  it.each([
    "text/html",
    "application/xhtml+xml",
    "image/svg+xml",
    "audio/x+xml",
    "video/mp4+xml",
    "application/javascript",
    "text/css",
    "text/xml",
    "application/json",
    "multipart/x-mixed-replace",
    "text/plain,text/html",
    "*/*",
    "",
  ])("is octet-stream for %s", (type) => {
    expect(passiveType(type)).toBe("application/octet-stream");
  });
});
