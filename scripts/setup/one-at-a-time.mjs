import { createHash, randomUUID } from "node:crypto";
import { link, mkdir, rename, unlink } from "node:fs/promises";
import { connect, createServer } from "node:net";

/**
 * Runs the work once no other process installs or builds in this folder. The lock is a listening
 * socket, which the system closes whenever the process ends.
 */
export async function oneAtATime(work) {
  const release = await acquire(await findAddress());
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * A relative path, because a socket's path is limited to about 100 bytes; a Windows pipe is not a
 * file.
 */
async function findAddress() {
  if (process.platform === "win32") {
    const digest = createHash("sha256").update(process.cwd()).digest("hex").slice(0, 24);
    return `\\\\.\\pipe\\foyer-setup-${digest}`;
  }
  await mkdir(".foyer", { recursive: true });
  return ".foyer/setup.sock";
}

async function acquire(address) {
  for (let waited = false; ; ) {
    const release = await listen(address);
    if (release) return release;
    const other = await connectTo(address);
    if (!other) {
      await removeStale(address);
      continue;
    }
    if (!waited)
      console.log("Waiting for another start, which installs or builds in this folder …");
    waited = true;
    await other.closed;
  }
}

/** @returns a function that stops listening; null when the address is taken. */
function listen(address) {
  return new Promise((resolve, reject) => {
    const waiting = new Set();
    const server = createServer((socket) => waiting.add(socket.on("error", () => {})));
    server.once("error", (error) => (error.code === "EADDRINUSE" ? resolve(null) : reject(error)));
    server.listen(address, () =>
      resolve(() => {
        server.close();
        for (const socket of waiting) socket.destroy();
      }),
    );
  });
}

/** @returns an object whose `closed` resolves when the listening process ends; null without one. */
function connectTo(address) {
  return new Promise((resolve) => {
    const socket = connect(address).resume();
    const closed = new Promise((close) => socket.once("close", close));
    socket.once("connect", () => resolve({ closed }));
    socket.once("error", () => resolve(null));
  });
}

/**
 * Another process may have replaced the socket in the meantime, so it is renamed and connected to
 * once more.
 */
async function removeStale(address) {
  const aside = `${address}.${randomUUID().slice(0, 8)}`;
  try {
    await rename(address, aside);
    if (await connectTo(aside)) await link(aside, address);
    await unlink(aside);
  } catch {
    // Another process has removed the socket at the same time.
  }
}
