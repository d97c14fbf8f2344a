import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { freePort } from "../../server/database/free-port.ts";
import { observeRequests } from "../../server/observability/observe-requests.ts";
import { projectRoot } from "../../server/project-root.ts";

const run = promisify(execFile);

test("systemd accepts the service unit without a warning, and its exposure is below 2", async () => {
  const unit = join(projectRoot, "deploy/foyer.service");
  const { stderr } = await run("systemd-analyze", ["verify", unit]);
  // Node.js may be in another folder on this machine.
  expect(stderr.replace(/^.*Command \/usr\/bin\/node is not executable.*\n/m, "")).toBe("");
  const rated = await run("systemd-analyze", ["security", "--offline=yes", "--no-pager", unit]);
  const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(rated.stdout) ?? [];
  expect(Number(exposure)).toBeLessThan(2);
});

test("Caddy passes on its own request id and the visitor's address, whatever the visitor claims, and does not compress", async () => {
  const seen: IncomingHttpHeaders[] = [];
  const upstream = createServer(
    observeRequests(
      (request, response) => {
        seen.push(request.headers);
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify("token ".repeat(1000)));
      },
      { trustProxy: true, observers: [] },
    ),
  ).listen(0, "127.0.0.1");
  await once(upstream, "listening");
  const site = `http://127.0.0.1:${await freePort()}`;
  const caddy = spawn("caddy", ["run", "--config", join(projectRoot, "deploy/Caddyfile")], {
    env: {
      ...process.env,
      FOYER_DOMAIN: site,
      FOYER_UPSTREAM: `127.0.0.1:${(upstream.address() as AddressInfo).port}`,
    },
    stdio: "ignore",
  });
  try {
    const claimed = { "x-request-id": "chosen-by-visitor", "x-forwarded-for": "203.0.113.1" };
    const ask = () => fetch(site, { headers: claimed }).catch(() => null);
    await expect.poll(ask).not.toBeNull();
    const headers = (await ask())?.headers;
    const id = headers?.get("x-request-id");
    expect(seen.at(-1)?.["accept-encoding"]).toContain("gzip");
    expect(headers?.get("content-encoding")).toBeNull();
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(seen.at(-1)).toMatchObject({ "x-request-id": id, "x-forwarded-for": "127.0.0.1" });
  } finally {
    caddy.kill("SIGTERM");
    await once(caddy, "exit");
    upstream.close().closeAllConnections();
  }
});
