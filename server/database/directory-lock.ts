import { createHash, randomUUID } from "node:crypto";
import { link, open, rename, unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PlainError } from "../plain-error.ts";

/** Another process holds the directory. */
export class DirectoryInUseError extends PlainError {
  override name = "DirectoryInUseError";
}

/**
 * Locks a data directory for this process until `release()` or the process ends in any way: the
 * lock is a listening socket, which the kernel closes with the process, so there is no stale state
 * to detect.
 * @param directory absolute path.
 * @throws {DirectoryInUseError} when another live process holds it.
 */
export async function lockDirectory(directory: string): Promise<{ release(): Promise<void> }> {
  const { address, done } = await socketAddress(directory);
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      const server = await listen(address);
      if (server) return { release: () => close(server).finally(done) };
      if ((await answers(address)) || !(await removeStale(address))) break;
    }
  } catch (error) {
    await done();
    throw error;
  }
  await done();
  throw new DirectoryInUseError(
    `Another Foyer is already running on ${directory}. Stop it first, or set FOYER_DATA_DIR to another directory.`,
  );
}

interface SocketAddress {
  address: string;
  /** Call it when the address is no longer used. */
  done(): Promise<void>;
}

/**
 * Inside the directory, even if the path would exceed the limit of about 100 bytes for a socket.
 */
async function socketAddress(directory: string): Promise<SocketAddress> {
  const inside = join(directory, "foyer.sock");
  const plain = (address: string) => ({ address, done: async () => {} });
  if (process.platform !== "win32" && Buffer.byteLength(inside) <= 100) return plain(inside);
  if (process.platform === "linux") {
    const handle = await open(directory);
    return {
      address: `/proc/self/fd/${handle.fd}/foyer.sock`,
      done: () => handle.close().catch(() => {}),
    };
  }
  const digest = createHash("sha256").update(directory).digest("hex").slice(0, 24);
  return plain(
    process.platform === "win32"
      ? `\\\\.\\pipe\\foyer-${digest}`
      : join(tmpdir(), `foyer-${digest}.sock`),
  );
}

/**
 * Removes a socket that had no listener a moment ago. Another process may have replaced it since,
 * so it is renamed and checked again before it is deleted.
 * @returns false when a process listens there now.
 */
async function removeStale(address: string): Promise<boolean> {
  const aside = `${address}.${randomUUID().slice(0, 8)}`;
  try {
    await rename(address, aside);
  } catch {
    // Another starting process was first.
    return true;
  }
  const live = await answers(aside);
  if (live) await link(aside, address).catch(() => {});
  await unlink(aside).catch(() => {});
  return !live;
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
    // EACCES means that a process of another account has the socket: assume it is alive.
    socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EACCES"));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
