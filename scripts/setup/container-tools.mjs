import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Debian's packages of these names; systemd-analyze is in systemd. Unlike crun, runc also runs with
 * cgroups of both versions.
 */
const TOOLS = ["buildah", "podman", "catatonit", "runc", "debootstrap", "caddy", "systemd-analyze"];

/** Why no container can be built and run here, in one sentence; null when one can. */
export function containerToolsAbsent() {
  const missing = TOOLS.filter((tool) => !isInstalled(tool));
  if (missing.length > 0) {
    return `${missing.join(", ")} not found: the container image and the service unit were not tried.`;
  }
  // The base image is made with debootstrap, because tests use no registry of images.
  return process.getuid() === 0 ? null : "Only root can run debootstrap: no container was tried.";
}

function isInstalled(tool) {
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    "/usr/sbin",
    "/usr/libexec/podman",
  ];
  return folders.some((folder) => existsSync(join(folder, tool)));
}
