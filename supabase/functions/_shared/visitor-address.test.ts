import { expect, it } from "vitest";
import { visitorAddress } from "./visitor-address.ts";

it.each([
  [{ "x-forwarded-for": "203.0.113.7" }, "203.0.113.7"],
  [{ "x-forwarded-for": "6.6.6.6, 203.0.113.7 " }, "203.0.113.7"],
  [{ "cf-connecting-ip": "203.0.113.7", "x-forwarded-for": "6.6.6.6, 10.0.0.1" }, "203.0.113.7"],
  [{ "cf-connecting-ip": " ", "x-forwarded-for": "2001:db8::7" }, "2001:db8::7"],
  [{ "x-forwarded-for": "6.6.6.6, " }, null],
  [{}, null],
])("the visitor's address is read from %j as %s", (headers, address) => {
  expect(visitorAddress(new Headers(headers as Record<string, string>))).toBe(address);
});
