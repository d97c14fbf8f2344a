import { expect, it } from "vitest";
import { isPushEndpoint, isTestPushOrigin } from "./push-endpoint.ts";

it.each([
  "https://fcm.googleapis.com/fcm/send/abc:def",
  "https://updates.push.services.mozilla.com/wpush/v2/abc",
  "https://web.push.apple.com/QABC",
  "https://wns2-par02p.notify.windows.com/w/?token=abc",
  "https://FCM.googleapis.com:443/wp/abc",
])("a browser's push service is allowed: %s", (endpoint) => {
  expect(isPushEndpoint(endpoint, null)).toBe(true);
});

it.each([
  "http://fcm.googleapis.com/fcm/send/abc",
  "https://fcm.googleapis.com:8443/abc",
  "https://fcm.googleapis.com.evil.example/abc",
  "https://evil.example/https://fcm.googleapis.com/",
  "https://fcm.googleapis.com@evil.example/",
  "https://user:password@fcm.googleapis.com/",
  "https://push.apple.com/",
  "https://evilpush.apple.com.example/",
  "https://a.b.push.apple.com/",
  "https://127.0.0.1/",
  "https://[::1]/",
  "http://127.0.0.1:9/push",
  "file:///etc/passwd",
  "fcm.googleapis.com",
  "",
])("any other endpoint is refused: %s", (endpoint) => {
  expect(isPushEndpoint(endpoint, null)).toBe(false);
});

it("a push service for tests is allowed only if it is configured, and only at its port", () => {
  expect(isPushEndpoint("http://127.0.0.1:9/push", "http://127.0.0.1:9")).toBe(true);
  expect(isPushEndpoint("http://127.0.0.1:90/push", "http://127.0.0.1:9")).toBe(false);
  expect(isTestPushOrigin("http://127.0.0.1:9")).toBe(true);
  for (const other of ["https://evil.example", "http://10.0.0.1:9", "http://127.0.0.1:9/x"]) {
    expect([other, isTestPushOrigin(other)]).toEqual([other, false]);
  }
});
