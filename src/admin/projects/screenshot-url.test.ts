import { expect, it } from "vitest";
import { screenshotUrl } from "./screenshot-url.ts";

it("asks the usual service for 800 by 600", () => {
  expect(screenshotUrl("https://example.com/a?b=c&d#e")).toBe(
    "https://s0.wp.com/mshots/v1/https%3A%2F%2Fexample.com%2Fa%3Fb%3Dc%26d%23e?w=800&h=600",
  );
});

it("fills in another service's address", () => {
  const template = "https://shots.example/get/{width}x{height}/?page={url}";
  expect(screenshotUrl("http://example.com/$&", template)).toBe(
    "https://shots.example/get/800x600/?page=http%3A%2F%2Fexample.com%2F%24%26",
  );
});

it("leaves braces of the link alone", () => {
  expect(screenshotUrl("https://a.b/{width}", "https://c.d/{url}")).toBe(
    "https://c.d/https%3A%2F%2Fa.b%2F%7Bwidth%7D",
  );
});

it.each(["", "mailto:a@b.c", "example.com", "https://", "javascript:alert(1)"])(
  "takes no picture of %j",
  (link) => expect(screenshotUrl(link)).toBeNull(),
);

it("can be turned off", () => expect(screenshotUrl("https://example.com", "")).toBeNull());
