import { createHash } from "node:crypto";
import { unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Another process holds the directory. The message is fit to print alone. */
export class DirectoryInUseError extends Error {
  override name = "DirectoryInUseError";
}

/**
 * Takes a data directory for this process until `release()` or its end, however it ends: the lock
 * is a listening socket, which the kernel closes with the process, so there is no stale state to guess about.
 * @param directory absolute path.
 * @throws {DirectoryInUseError} when another live process has it.
 */
export async function lockDirectory(directory: string): Promise<{ release(): Promise<void> }> {
  const address = socketAddress(directory);
  for (let attempt = 0; attempt < 3; attempt++) {
    const server = await listen(address);
    if (server) return { release: () => close(server) };
    if (await answers(address)) break;
    // Nobody listens behind the name: its process is gone.
    await unlink(address).catch(() => {});
  }
  throw new DirectoryInUseError(
    `Another Foyer is already running on ${directory}. Stop it first, or set FOYER_DATA_DIR to another directory.`,
  );
}

/** Inside the directory; in the temporary folder where the path would pass a socket's limit of about 100 bytes. */
function socketAddress(directory: string): string {
  const inside = join(directory, "foyer.sock");
  if (process.platform !== "win32" && Buffer.byteLength(inside) <= 100) return inside;
  const digest = createHash("sha256").update(directory).digest("hex").slice(0, 24);
  return process.platform === "win32"
    ? `\\\\.\\pipe\\foyer-${digest}`
    : join(tmpdir(), `foyer-${digest}.sock`);
}

/** A listening server, or null when the address is taken. */
function listen(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(null) : reject(error),
    );
    server.listen(address, () => resolve(server.unref()));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    // EACCES means that somebody else's process is there: alive as far as we can tell.
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EACCES"));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
