/**
 * What requests queued on a connection cost: 10 connections that each send 1,000 requests for the page
 * without reading an answer, twice; then 30 more, one after the other, each closed after half a second.
 * Prints the growth of the server's memory and the slowest of the probes sent meanwhile, in relation
 * to the slowest of as many probes of the idle server.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { residentMegabytes } from "../tests/support/bench/memory.ts";
import { startBuiltServer } from "../tests/support/sites/built-server.ts";

const REQUESTS = 1000;
const SOCKETS = 10;
const SEQUENCE = 30;

const server = await startBuiltServer();
const { port } = new URL(server.origin);
const get = `GET / HTTP/1.1\r\nhost: localhost:${port}\r\nuser-agent: ${"x".repeat(43)}\r\n`;
const flood = `${`${get}\r\n`.repeat(REQUESTS - 1)}${get}connection: close\r\n\r\n`;
try {
  for (let warm = 0; warm < 100; warm++) await probe();
  const idle = await during(() => delay(5000));
  report("idle", idle, idle);
  for (const reads of [false, true]) {
    const busy = await during(async () => {
      const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => send(reads)));
      const closed = sockets.map((socket) => once(socket, "close"));
      await (reads ? Promise.all(closed) : delay(10_000));
      for (const socket of sockets) socket.destroy();
    });
    report(`${SOCKETS} connections that ${reads ? "read" : "never read"} the answers`, busy, idle);
  }
  const sequence = await during(async () => {
    for (let count = 0; count < SEQUENCE; count++) {
      const socket = await send(false);
      await delay(500);
      socket.destroy();
    }
  });
  report(`${SEQUENCE} connections in sequence`, sequence, idle);
} finally {
  await server.stop();
}

interface Measured {
  /** Megabytes. */
  growth: number;
  /** Milliseconds. */
  slowest: number;
}

async function send(reads: boolean): Promise<Socket> {
  const socket = connect(Number(port), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  if (reads) socket.resume();
  else socket.pause();
  socket.write(flood);
  return socket;
}

async function during(work: () => Promise<unknown>): Promise<Measured> {
  const before = await residentMegabytes(server.process.pid);
  let most = before;
  let slowest = 0;
  let working = true;
  const probes = (async () => {
    while (working) {
      const begun = performance.now();
      await probe();
      slowest = Math.max(slowest, performance.now() - begun);
      most = Math.max(most, await residentMegabytes(server.process.pid));
      await delay(20);
    }
  })();
  await work().finally(() => {
    working = false;
  });
  await probes;
  return { growth: most - before, slowest };
}

async function probe(): Promise<void> {
  const response = await fetch(`${server.origin}/healthz`);
  await response.arrayBuffer();
}

function report(what: string, { growth, slowest }: Measured, idle: Measured): void {
  const ratio = (slowest / idle.slowest).toFixed(1);
  console.log(
    `${what}: RSS +${growth} MB, slowest probe ${Math.round(slowest)} ms (${ratio} times the idle one)`,
  );
}
