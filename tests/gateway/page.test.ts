import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { silentLog } from "../../server/log/log.ts";
import { rawRequest } from "../support/raw-request.ts";
import { startTestGateway, type TestGateway } from "../support/sites/gateway.ts";
import { createStandInSite, type StandInSite } from "../support/sites/stand-in-site.ts";

let site: StandInSite;
let gateway: TestGateway;

beforeAll(async () => {
  site = await createStandInSite();
  gateway = await startTestGateway({ paths: site.paths });
});
afterAll(async () => {
  await gateway.stop();
  await site.remove();
});

/** Every test begins with this name on the page and no pending notification. */
beforeEach(async () => {
  const before = await renderNumber();
  await setName("Ada");
  await expect.poll(renderNumber).not.toBe(before);
  expect(await titleOf()).toBe("Ada");
  await expect.poll(isKept).toBe(true);
});

async function setName(name: string, { database } = gateway) {
  await database.sql`insert into personal_info (key, value) values ('displayName', ${name})
    on conflict (key) do update set value = excluded.value`;
}

async function titleOf(url = gateway.url): Promise<string | undefined> {
  const response = await fetch(url);
  return /<title>(.*)<\/title>/.exec(await response.text())?.[1];
}

async function renderNumber(): Promise<number> {
  const response = await fetch(gateway.url);
  return Number(/"render":(\d+)/.exec(await response.text())?.[1]);
}

async function isKept(): Promise<boolean> {
  const first = await renderNumber();
  return (await renderNumber()) === first;
}

const rawGet = (path: string, headers: Record<string, string>, method = "GET") =>
  rawRequest(new URL(path, gateway.url), headers, method);

describe("the landing page", () => {
  it("the landing page contains the content, with the build's file names resolved", async () => {
    const html = await (await fetch(gateway.url)).text();
    expect(html).toContain("<script>start();</script><style>a{}b{}</style>");
    expect(html).toContain('"entry":"/assets/entry-1.js","app":["/assets/main-1.js"');
    expect(html).toContain('"appCss":["/assets/shared-1.css","/assets/main-1.css"]');
    expect(html).toContain('"embedded":true');
  });

  it("the landing page is rendered once for two hundred visitors", async () => {
    const first = await renderNumber();
    for (let round = 0; round < 2; round++) {
      const numbers = await Promise.all(Array.from({ length: 100 }, renderNumber));
      expect(new Set(numbers)).toEqual(new Set([first]));
    }
  });

  it("the landing page is rendered once for all concurrent requests after a change", async () => {
    const before = await renderNumber();
    await setName("Grace");
    await expect.poll(() => titleOf()).toBe("Grace");
    expect(await renderNumber()).toBe(before + 1);
  });

  it("the landing page is sent at once after a change, and smaller soon after", async () => {
    await setName("Grace");
    const packed = () => rawGet("/", { "accept-encoding": "br" });
    let first = await packed();
    while (!brotliDecompressSync(first.body).includes("<title>Grace")) first = await packed();
    await expect
      .poll(async () => (await packed()).body.byteLength)
      .toBeLessThan(first.body.byteLength);
    const best = await packed();
    expect(best.headers.etag).toBe(first.headers.etag);
    expect(brotliDecompressSync(best.body)).toEqual(brotliDecompressSync(first.body));
  });

  it("the landing page shows nothing of a change that was rolled back", async () => {
    const { sql } = gateway.database;
    const before = await renderNumber();
    await sql
      .begin(async (tx) => {
        await tx`update personal_info set value = 'Never'`;
        throw new Error("rolled back");
      })
      .catch(() => {});
    expect(await renderNumber()).toBe(before);
    expect(await titleOf()).toBe("Ada");
  });

  it("the landing page shows changes made while the server was not listening", async () => {
    const { sql } = gateway.database;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'foyer session' and datname = current_database()`;
    await setName("Unheard");
    await expect.poll(() => titleOf()).toBe("Unheard");
    // Once it listens again, the page is cached again and the next change is noticed.
    const listening = async () =>
      (
        await sql`select 1 from pg_stat_activity where application_name = 'foyer session'
        and datname = current_database() and state = 'idle'`
      ).length;
    await expect.poll(listening).toBe(1);
    await expect.poll(isKept).toBe(true);
    await setName("Heard");
    await expect.poll(() => titleOf()).toBe("Heard");
  });

  it("the landing page is the same on every server process", async () => {
    const { database, secrets } = gateway;
    const second = await startTestGateway({ paths: site.paths, database, secrets });
    try {
      await expect.poll(() => titleOf(second.url)).toBe("Ada");
      await setName("Everywhere");
      await expect.poll(() => titleOf()).toBe("Everywhere");
      await expect.poll(() => titleOf(second.url)).toBe("Everywhere");
    } finally {
      await second.stop();
    }
  });
});

describe("its response", () => {
  it.each([
    ["br", "gzip, deflate, br, zstd", brotliDecompressSync],
    ["gzip", "gzip", gunzipSync],
    ["gzip", "br;q=0.1, gzip;q=0.9", gunzipSync],
    [undefined, "br;q=0, gzip;q=0", (body: Buffer) => body],
    [undefined, "", (body: Buffer) => body],
  ] as const)(
    "the landing page's response is compressed as %s for %j",
    async (encoding, accepted, decode) => {
      const plain = await rawGet("/", {});
      const { headers, body } = await rawGet("/", { "accept-encoding": accepted });
      expect(headers["content-encoding"]).toBe(encoding);
      expect(headers["content-length"]).toBe(String(body.byteLength));
      expect(headers.vary).toContain("accept-encoding");
      expect(decode(body).equals(plain.body)).toBe(true);
      if (encoding) expect(body.byteLength).toBeLessThan(plain.body.byteLength / 2);
    },
  );

  it("the landing page's response is revalidated on every request, with 304 when unchanged", async () => {
    const { headers } = await rawGet("/", { "accept-encoding": "br" });
    expect(headers["cache-control"]).toBe("no-cache");
    const etag = String(headers.etag);
    const again = await rawGet("/", { "accept-encoding": "gzip", "if-none-match": etag });
    expect([again.status, again.body.byteLength]).toEqual([304, 0]);
    expect(again.headers.etag).toBe(etag);
    await setName("Changed");
    const fresh = () => rawGet("/", { "if-none-match": etag }).then(({ status }) => status);
    await expect.poll(fresh).toBe(200);
  });

  it("the landing page's response has no body for HEAD", async () => {
    const get = await rawGet("/", { "accept-encoding": "br" });
    const head = await rawGet("/", { "accept-encoding": "br" }, "HEAD");
    expect(head.body.byteLength).toBe(0);
    expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
    expect(head.headers.etag).toBe(get.headers.etag);
  });

  it("the landing page's response has a policy that allows exactly its own inline scripts and styles", async () => {
    const policy = (await fetch(gateway.url)).headers.get("content-security-policy");
    const sourceOf = (text: string) =>
      `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    expect(policy).toContain(`script-src 'self' ${sourceOf("start();")};`);
    expect(policy).toContain(`style-src 'self' ${sourceOf("a{}b{}")};`);
  });
});

describe("its origin", () => {
  const urlIn = async (host: string) => {
    const { body } = await rawGet("/", { host });
    return /"publicUrl":"([^"]*)"/.exec(body.toString())?.[1];
  };

  it("the landing page's origin is the requested one for loopback names", async () => {
    const { port } = new URL(gateway.url);
    expect(await urlIn(`127.0.0.1:${port}`)).toBe(`http://127.0.0.1:${port}`);
    expect(await urlIn(`localhost:${port}`)).toBe(`http://localhost:${port}`);
    expect(await urlIn(`LOCALHOST:${port}`)).toBe(`http://localhost:${port}`);
    expect(await urlIn(`[::1]:${port}`)).toBe(`http://[::1]:${port}`);
  });

  it.each(["evil.example", "127.0.0.1:1", "localhost", "127.0.0.1.evil.example"])(
    "the landing page's origin is never a forged one: %s",
    async (host) => {
      expect(await urlIn(host)).toBe(gateway.url);
    },
  );

  it("the landing page's origin is the public address, whichever was requested", async () => {
    const { database, secrets } = gateway;
    const environment = { FOYER_PUBLIC_URL: "https://ada.example" };
    const second = await startTestGateway({ paths: site.paths, database, secrets, environment });
    try {
      const html = await (await fetch(second.url)).text();
      expect(html).toContain('"publicUrl":"https://ada.example"');
      expect(html).toContain('"supabaseUrl":"https://ada.example"');
      const sitemap = await fetch(`${second.url}/sitemap.xml`);
      expect(await sitemap.text()).toBe("<urlset>https://ada.example</urlset>");
    } finally {
      await second.stop();
    }
  });
});

describe("other URLs", () => {
  it("other URLs serve the files generated from the content", async () => {
    const { sql } = gateway.database;
    await sql`insert into personal_info (key, value) values ('faviconSvg', '<svg id="own"/>')`;
    const favicon = async () => (await fetch(`${gateway.url}/favicon.svg`)).text();
    await expect.poll(favicon).toBe('<svg id="own"/>');
    await sql`delete from personal_info where key = 'faviconSvg'`;
    await expect.poll(favicon).toBe("<svg/>");
    const sent = await fetch(`${gateway.url}/favicon.svg`);
    expect(sent.headers.get("content-type")).toBe("image/svg+xml");
    expect(sent.headers.get("content-security-policy")).toContain("sandbox");
    const robots = await fetch(`${gateway.url}/robots.txt`);
    expect(robots.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await robots.text()).toBe(`Sitemap: ${gateway.url}/sitemap.xml`);
    const cv = await fetch(`${gateway.url}/cv`);
    expect(cv.status).toBe(200);
    expect(cv.headers.get("content-security-policy")).toMatch(/style-src 'self' 'sha256-/);
    expect(await cv.text()).toBe("<h1>CV of Ada</h1>");
    const resume = await fetch(`${gateway.url}/resume.json`);
    expect(resume.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await resume.json()).toMatchObject({ displayName: "Ada" });
    const llms = await fetch(`${gateway.url}/llms.txt`);
    expect(llms.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(await llms.text()).toBe("# Ada");
  });

  it("another URL serves the share image", async () => {
    const card = async () =>
      Buffer.from(await (await fetch(`${gateway.url}/og.png`)).arrayBuffer());
    const first = await card();
    expect(first.subarray(0, 8).toString("hex")).toBe("89504e470d0a1a0a");
    expect([first.readUInt32BE(16), first.readUInt32BE(20)]).toEqual([1200, 630]);
    await setName("Somebody Else");
    await expect.poll(async () => (await card()).equals(first)).toBe(false);
  });

  it("URLs that look like a page show the landing page with status 404", async () => {
    for (const path of ["/tradmin", "/workspace/notes", "/no/such/page"]) {
      const headers = { accept: "text/html,*/*" };
      const response = await fetch(`${gateway.url}${path}`, { headers });
      expect(response.status).toBe(404);
      expect(await response.text()).toContain("<title>Ada</title>");
    }
    expect((await fetch(`${gateway.url}/index.html`)).status).toBe(200);
  });

  it("URLs that look like a missing file are not found", async () => {
    for (const path of ["/missing.js", "/assets/none-1.js", "/.env", "/a/.git/config.txt"]) {
      const response = await fetch(`${gateway.url}${path}`);
      expect(response.status).toBe(404);
      expect(response.headers.get("content-type")).toContain("json");
    }
  });
});

describe("when the content cannot be read", () => {
  async function withoutContent(test: () => Promise<void>) {
    const { sql } = gateway.database;
    await sql`alter table personal_info rename to renamed_info`;
    try {
      await test();
    } finally {
      await sql`alter table renamed_info rename to personal_info`;
      await sql`notify pgrst, 'reload schema'`;
      await sql`select pg_notify('portfolio_changed', '')`;
    }
  }

  it("the last page is sent, marked with its age, until the content can be read again", async () => {
    expect((await fetch(gateway.url)).headers.get("cache-status")).toBeNull();
    await withoutContent(async () => {
      await gateway.database.sql`select pg_notify('portfolio_changed', '')`;
      const get = () => fetch(gateway.url);
      await expect
        .poll(async () => (await get()).headers.get("cache-status"))
        .toMatch(/^Foyer; hit; ttl=-\d+$/);
      const response = await get();
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-cache");
      expect(await response.text()).toContain("<title>Ada</title>");
    });
    await setName("Back");
    await expect.poll(() => titleOf()).toBe("Back");
    expect((await fetch(gateway.url)).headers.get("cache-status")).toBeNull();
  });

  it("unreadable content is not read again for every visitor", async () => {
    const { database, secrets } = gateway;
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (line: string) => warnings.push(line) };
    await withoutContent(async () => {
      const second = await startTestGateway({ paths: site.paths, database, secrets, log });
      try {
        for (let visitor = 0; visitor < 50; visitor++) await fetch(second.url);
        // One attempt at the start, then one after each pause.
        expect(warnings.length).toBeLessThan(10);
      } finally {
        await second.stop();
      }
    });
  });

  it("the error screen is sent if there is no earlier page, and is not cached", async () => {
    const { database, secrets } = gateway;
    let second: TestGateway | undefined;
    try {
      await withoutContent(async () => {
        second = await startTestGateway({ paths: site.paths, database, secrets });
        const response = await fetch(second.url);
        expect(response.status).toBe(503);
        expect(response.headers.get("cache-control")).toBe("no-store");
        expect(response.headers.get("etag")).toBeNull();
        expect(await response.text()).toMatch(/^<h1>An Error Occurred<\/h1>.+/);
        expect((await fetch(`${second.url}/og.png`)).status).toBe(503);
      });
      await expect.poll(() => titleOf(second?.url)).toBe("Ada");
    } finally {
      await second?.stop();
    }
  });

  it("a missing build is reported in the log, not to the visitor", async () => {
    const { database, secrets } = gateway;
    const errors: unknown[] = [];
    const log = { info() {}, warn() {}, error: (_: string, cause?: unknown) => errors.push(cause) };
    const second = await startTestGateway({ database, secrets, log });
    try {
      const response = await fetch(second.url);
      expect(response.status).toBe(503);
      expect(await response.text()).toBe("This page is not available right now.\n");
      expect(String(errors[0])).toContain("npm run build");
    } finally {
      await second.stop();
    }
  });
});
