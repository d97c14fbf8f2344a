import { expect, it } from "vitest";
import { codeOf, describeDatabase } from "../support/databases/database-suite.ts";
import { become, becomeService, becomeSuperuser, type Tx } from "../support/databases/personas.ts";

const message = { name: "Ada", email: "ada@example.org", subject: "Hello", message: "Hi there" };

/** Passes request headers as PostgREST does on hosted Supabase. */
const visit = (tx: Tx, headers: Record<string, string>) =>
  tx`select set_config('request.headers', ${JSON.stringify(headers)}, true)`;

const write = (tx: Tx, table: "messages" | "visits") =>
  codeOf(tx, (inner) =>
    table === "messages"
      ? inner`insert into messages ${inner(message)}`
      : inner`insert into visits default values`,
  );

/**
 * Writes this many times.
 * @returns the error code of each attempt, or null.
 */
const writeTimes = async (tx: Tx, table: "messages" | "visits", times: number) => {
  const codes: (string | null)[] = [];
  for (let n = 0; n < times; n++) codes.push(await write(tx, table));
  return codes;
};

const networksOf = async (tx: Tx, address: string) => {
  const [row] = await tx<{ visitor: string; site: string | null }[]>`
    select * from private.visitor_networks(${address})`;
  return [row?.visitor, row?.site];
};

describeDatabase("Visitor limits", (suite) => {
  it.each([
    ["messages", 5],
    ["visits", 60],
  ] as const)(
    "visitor limits let each address write %s %i times and no more",
    async (table, most) => {
      const codes = await suite.as("anonymous", async (tx) => {
        await visit(tx, { "x-forwarded-for": "203.0.113.7" });
        const first = await writeTimes(tx, table, most + 1);
        await visit(tx, { "x-forwarded-for": "203.0.113.8" });
        return [...first, await write(tx, table)];
      });
      expect(codes).toEqual([...Array(most).fill(null), "PT429", null]);
    },
  );

  it("visitor limits trust the edge over the visitor's headers, and the last proxy over the first", async () => {
    const addresses = await suite.trial(async (tx) => {
      const found: string[] = [];
      for (const headers of [
        { "cf-connecting-ip": "203.0.113.7", "x-forwarded-for": "10.0.0.1" },
        { "x-forwarded-for": "10.0.0.1, 10.0.0.2 , 203.0.113.8" },
        { "x-forwarded-for": "" },
        {},
      ] as Record<string, string>[]) {
        await visit(tx, headers);
        const [row] = await tx<{ address: string }[]>`select private.visitor_address() as address`;
        found.push(row?.address ?? "");
      }
      return found;
    });
    expect(addresses).toEqual(["203.0.113.7", "203.0.113.8", "unknown", "unknown"]);
  });

  it("visitor limits recognize all spellings of an address as one", async () => {
    await suite.trial(async (tx) => {
      expect(await networksOf(tx, "203.0.113.7")).toEqual(["203.0.113.7", null]);
      expect(await networksOf(tx, " 203.0.113.7:4711")).toEqual(["203.0.113.7", null]);
      expect(await networksOf(tx, "::ffff:203.0.113.7")).toEqual(["203.0.113.7", null]);
      const six = ["2001:db8:1:2::/64", "2001:db8:1::/48"];
      for (const spelling of ["2001:db8:1:2::9", "2001:DB8:1:2:ffff::", "[2001:db8:1:2::9]:443"]) {
        expect(await networksOf(tx, spelling)).toEqual(six);
      }
      expect(await networksOf(tx, "2001:db8:1:2::/64")).toEqual(six);
      expect(await networksOf(tx, "fe80::1%eth0")).toEqual(["fe80::/64", "fe80::/48"]);
      expect(await networksOf(tx, "'; drop table x; --")).toEqual(["'; drop table x; --", null]);
      expect((await networksOf(tx, "x".repeat(5000)))[0]).toHaveLength(100);
    });
  });

  it("visitor limits hold across midnight, when the hash of addresses changes", async () => {
    const code = await suite.trial(async (tx) => {
      await tx`select private.count_insert('messages', '203.0.113.7') from generate_series(1, 5)`;
      // Simulates hits a few minutes ago, just before midnight.
      await tx`update private.daily_salts set day = day - 1`;
      await visit(tx, { "x-forwarded-for": "203.0.113.7" });
      await become(tx, "anonymous");
      return write(tx, "messages");
    });
    expect(code).toBe("PT429");
  });

  it("visitor limits count neither rows written by a restore nor by the server", async () => {
    const code = await suite.trial(async (tx) => {
      await becomeService(tx);
      await tx`insert into messages (name, email, subject, message)
        select 'x', 'x@example.org', 'x', 'x' from generate_series(1, 2000)`;
      await tx`insert into visits (created_at) select now() from generate_series(1, 2000)`;
      await becomeSuperuser(tx);
      await visit(tx, { "x-forwarded-for": "203.0.113.7" });
      await become(tx, "anonymous");
      return [await write(tx, "messages"), await write(tx, "visits")];
    });
    expect(code).toEqual([null, null]);
  });

  it("visitor limits do not count hits again that the host has counted", async () => {
    const codes = await suite.as("anonymous", async (tx) => {
      await visit(tx, { "x-forwarded-for": "203.0.113.7" });
      await tx`select set_config('foyer.visitor_counted', 'on', true)`;
      return writeTimes(tx, "messages", 7);
    });
    expect(codes).toEqual(Array(7).fill(null));
  });

  it("visitor limits also count signed-in users", async () => {
    const codes = await suite.as("owner", (tx) => writeTimes(tx, "messages", 6));
    expect(codes).toEqual([...Array(5).fill(null), "PT429"]);
  });
});
