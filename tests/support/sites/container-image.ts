import { execFile } from "node:child_process";
import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "../../../server/project-root.ts";

const run = promisify(execFile);

/** Storage of images, containers and volumes, separate from the machine's own. */
export interface ContainerStorage {
  /** @returns its output. */
  podman(...args: string[]): Promise<string>;
  /** Imports a replacement for the Dockerfile's base image, with systemd in addition. */
  importBase(): Promise<string>;
  /** Builds the project's Dockerfile. */
  build(...args: string[]): Promise<void>;
  remove(): Promise<void>;
}

export async function openContainerStorage(): Promise<ContainerStorage> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-containers-"));
  const storage = ["--root", join(folder, "root"), "--runroot", join(folder, "run")];
  const command = async (program: string, args: string[]) => {
    const { stdout } = await run(program, [...storage, ...args], { maxBuffer: 2 ** 28 });
    return stdout.trim();
  };
  const podman = (...args: string[]) => command("podman", args);
  return {
    podman,
    async importBase() {
      const name = await baseImageName();
      await importBaseImage(name, join(folder, "base"), podman);
      return name;
    },
    async build(...args) {
      const isolation = ["--isolation", "chroot", "--network", "host", "--pull-never"];
      // Podman stores no health check in its own image format.
      await command("buildah", ["build", ...isolation, "--format", "docker", ...args]);
    },
    async remove() {
      await podman("rm", "--all", "--force");
      await podman("rmi", "--all", "--force");
      // The mounts end with the containers.
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function baseImageName(): Promise<string> {
  const dockerfile = await readFile(join(projectRoot, "Dockerfile"), "utf8");
  const name = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)?.[1];
  if (!name) throw new Error("The Dockerfile names no base image.");
  return name;
}

/**
 * Debian from its mirror with the Node.js and npm that run the tests and the account `node`, which
 * is all that the Dockerfile uses of the official image.
 */
async function importBaseImage(
  name: string,
  root: string,
  podman: ContainerStorage["podman"],
): Promise<void> {
  const packages = "--include=libstdc++6,systemd,systemd-sysv";
  await run("debootstrap", ["--variant=minbase", packages, "bookworm", root]);
  await copyFile(process.execPath, join(root, "usr/local/bin/node"));
  const npm = dirname(dirname(await realpath("/usr/bin/npm")));
  await cp(npm, join(root, "usr/local/lib/node_modules/npm"), { recursive: true });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"));
  // The path of Debian's own package, which the service unit expects.
  await symlink("/usr/local/bin/node", join(root, "usr/bin/node"));
  // This machine may reach the registry through a proxy with its own certificate.
  const certificates = "etc/ssl/certs/ca-certificates.crt";
  await mkdir(dirname(join(root, certificates)), { recursive: true });
  await copyFile(`/${certificates}`, join(root, certificates));
  await writeFile(join(root, "root/.npmrc"), `cafile=/${certificates}\n`);
  await run("chroot", [root, "useradd", "--create-home", "--uid", "1000", "node"]);
  const archive = `${root}.tar`;
  await run("tar", ["--create", "--file", archive, "--directory", root, "."]);
  await podman("import", archive, name);
  await rm(archive);
}
