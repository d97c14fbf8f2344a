import { describe, expect, it } from "vitest";
import { networkOf, normalizeAddress, visitorAddress } from "./visitor-address.ts";

describe("normalizeAddress", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    [" 203.0.113.7 ", "203.0.113.7"],
    ["203.0.113.7:52144", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:cb00:7107", "203.0.113.7"],
    ["[::ffff:203.0.113.7]:443", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002:ffff::", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::1]:8080", "2001:db8:1:2::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("normalizeAddress normalizes %s to %s", (text, expected) => {
    expect(normalizeAddress(text)).toBe(expected);
  });

  it.each(["", "unknown", "203.0.113", "203.0.113.256", "::g", "_hidden", "a, b"])(
    "normalizeAddress returns null for %j",
    (text) => {
      expect(normalizeAddress(text)).toBeNull();
    },
  );
});

describe("visitorAddress", () => {
  const connection = { incoming: { socket: { remoteAddress: "192.0.2.1" } } };
  const forwarded = (value: string) => new Headers({ "x-forwarded-for": value });

  it("visitorAddress uses only the socket address without a trusted proxy", () => {
    expect(visitorAddress(forwarded("203.0.113.7"), connection, false)).toBe("192.0.2.1");
  });

  it("visitorAddress uses the entry written by the trusted proxy, not entries supplied by the visitor", () => {
    const headers = forwarded("1.1.1.1, 2.2.2.2, 203.0.113.7");
    expect(visitorAddress(headers, connection, true)).toBe("203.0.113.7");
  });

  it("visitorAddress falls back to the socket when the proxy's entry is not an address", () => {
    expect(visitorAddress(forwarded("203.0.113.7, nonsense"), connection, true)).toBe("192.0.2.1");
  });

  it("visitorAddress uses the address an in-process caller passes", () => {
    const address = visitorAddress(forwarded("203.0.113.7"), { address: "198.51.100.3" }, true);
    expect(address).toBe("198.51.100.3");
  });
});

it.each([
  ["203.0.113.77", "203.0.113.0/24"],
  [normalizeAddress("2001:db8:1:2::77"), "2001:db8:1::/48"],
  [normalizeAddress("::1"), "0:0:0::/48"],
  ["unknown", null],
  ["the server itself", null],
])("networkOf(%s) is %s", (address, network) => {
  expect(networkOf(address ?? "")).toBe(network);
});
