import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * Packages with these names in Debian; systemd-analyze is part of systemd. Unlike crun, runc works
 * with both versions of cgroups.
 */
const TOOLS = ["buildah", "podman", "catatonit", "runc", "debootstrap", "caddy", "systemd-analyze"];

/** Why containers cannot be built and run here, as a sentence; null if they can. */
export function containerToolsAbsent() {
  const missing = TOOLS.filter((tool) => !isInstalled(tool));
  if (missing.length > 0) {
    return `${missing.join(", ")} not found: the container image and the service unit were not tried.`;
  }
  // The base image is made with debootstrap, because the tests use no image registry.
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
