import { expect, it } from "vitest";
import { screenshotUrl } from "./screenshot-url.ts";

it("screenshotUrl requests 800 by 600 pixels from the default service", () => {
  expect(screenshotUrl("https://example.com/a?b=c&d#e")).toBe(
    "https://s0.wp.com/mshots/v1/https%3A%2F%2Fexample.com%2Fa%3Fb%3Dc%26d%23e?w=800&h=600",
  );
});

it("screenshotUrl fills in the URL template of another service", () => {
  const template = "https://shots.example/get/{width}x{height}/?page={url}";
  expect(screenshotUrl("http://example.com/$&", template)).toBe(
    "https://shots.example/get/800x600/?page=http%3A%2F%2Fexample.com%2F%24%26",
  );
});

it("screenshotUrl leaves braces in the link unchanged", () => {
  expect(screenshotUrl("https://a.b/{width}", "https://c.d/{url}")).toBe(
    "https://c.d/https%3A%2F%2Fa.b%2F%7Bwidth%7D",
  );
});

it.each(["", "mailto:a@b.c", "example.com", "https://", "javascript:alert(1)"])(
  "screenshotUrl returns null for %j",
  (link) => expect(screenshotUrl(link)).toBeNull(),
);

it("the screenshot service can be disabled", () =>
  expect(screenshotUrl("https://example.com", "")).toBeNull());
