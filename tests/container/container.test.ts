import { execFile } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../../server/project-root.ts";
import { type ContainerStorage, openContainerStorage } from "../support/container-image.ts";

const run = promisify(execFile);
const MEBIBYTE = 1024 * 1024;

let storage: ContainerStorage;
let imageBytes: number;
beforeAll(async () => {
  storage = await openContainerStorage();
  imageBytes = await storage.buildImage("foyer");
});
afterAll(() => storage?.remove());

/** As compose.yaml starts it; the network is this machine's, and only loopback is listened on. */
async function startContainer(port: number): Promise<string> {
  const limits = ["--ulimit", "nofile=8192:8192", "--ulimit", "nproc=4096:4096"];
  const hardening = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--init"];
  const id = await storage.podman(
    ...["--runtime", "runc", "run", "--detach", "--network", "host", ...limits, ...hardening],
    ...["--security-opt", "no-new-privileges", "--shm-size", "256m"],
    ...["--volume", "foyer-data:/data", "--env", "HOST=127.0.0.1", "--env", `PORT=${port}`],
    ...["--env", "FOYER_LOG=json", "foyer"],
  );
  const health = () => storage.podman("healthcheck", "run", id).then(() => "ok", String);
  await expect.poll(health, { timeout: 60_000, interval: 500 }).toBe("ok");
  return id;
}

/** Sends SIGTERM and waits; a container that has to be killed exits with 137. */
async function stopContainer(id: string): Promise<number> {
  await storage.podman("stop", "--time", "10", id);
  return Number(await storage.podman("inspect", "--format", "{{.State.ExitCode}}", id));
}

test("the image runs without root on a read-only root, stops on SIGTERM, and a new container continues with the volume", async () => {
  console.log(`The image has ${Math.round(imageBytes / MEBIBYTE)} MiB.`);
  const port = await freePort();
  const first = await startContainer(port);
  const page = await fetch(`http://127.0.0.1:${port}/`);
  expect(page.status).toBe(200);
  const config = /<script type="application\/json" id="foyer-config">(.*?)<\/script>/s.exec(
    await page.text(),
  );
  const { publishableKey } = JSON.parse(config?.[1] ?? "{}");
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  const visit = await fetch(`http://127.0.0.1:${port}/rest/v1/visits`, {
    method: "POST",
    headers,
    body: "{}",
  });
  expect(visit.status).toBe(201);
  const account = await storage.podman("exec", first, "node", "-p", "process.getuid()");
  expect(account).toBe("1000");
  const write = storage.podman("exec", first, "sh", "-c", "touch /app/x");
  await expect(write).rejects.toThrow("Read-only file system");
  expect(await stopContainer(first)).toBe(0);

  const second = await startContainer(port);
  const output = await storage.podman("logs", second);
  expect(output).toContain("Foyer is open at");
  expect(output).not.toMatch(/Creating the database|Loaded the sample/);
  const again = await fetch(`http://127.0.0.1:${port}/rest/v1/skills?limit=1`, { headers });
  expect(again.status).toBe(200);
  expect(await stopContainer(second)).toBe(0);
});

/** The health check needs a port that is known in advance. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("systemd accepts the service unit without a warning and rates its exposure below 2", async () => {
  const unit = join(projectRoot, "deploy/foyer.service");
  const verified = await run("systemd-analyze", ["verify", unit]);
  // A machine that has Node.js elsewhere.
  const warnings = verified.stderr.replace(
    /^.*Command \/usr\/bin\/node is not executable.*\n/m,
    "",
  );
  expect(warnings).toBe("");
  const rated = await run("systemd-analyze", ["security", "--offline=yes", "--no-pager", unit]);
  const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(rated.stdout) ?? [];
  expect(Number(exposure)).toBeLessThan(2);
});

test("Caddy accepts its configuration", async () => {
  const args = ["--adapter", "caddyfile", "--config", join(projectRoot, "deploy/Caddyfile")];
  const env = { ...process.env, FOYER_DOMAIN: "example.org" };
  const { stdout, stderr } = await run("caddy", ["validate", ...args], { env });
  expect(stdout + stderr).toContain("Valid configuration");
});
