/**
 * What can a single client without a key do to the server by connections alone? Each shape below is
 * sent at once over many connections that read nothing. Prints the growth of the server's memory,
 * and the slowest of the probes sent meanwhile as a multiple of the slowest of as many probes of
 * the idle server. The server's heap is limited to 512 MB.
 *
 * `npm run bench connections` runs all shapes, `node --import tsx bench/connections.ts pipelined`
 * only those with that word.
 */
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { residentMegabytes } from "../tests/support/bench/memory.ts";
import { startBuiltServer } from "../tests/support/sites/built-server.ts";

interface Shape {
  name: string;
  connections: number;
  /** Data that each connection sends; two parts are sent with a pause between them. */
  sends: readonly string[];
}

const MINIMAL = "GET / HTTP/1.1\r\nHost:a\r\n\r\n";
const post = (lines: string, body: string) =>
  `POST /auth/v1/token HTTP/1.1\r\nHost:a\r\n${lines}\r\n\r\n${body}`;
const manyHeaders = Array.from({ length: 1000 }, (_, n) => `${n.toString(36)}:b\r\n`).join("");
const upgrade =
  "GET /realtime/v1/websocket HTTP/1.1\r\nHost:a\r\nConnection:Upgrade\r\nUpgrade:websocket\r\n\r\n";

const shapes: Shape[] = [
  { name: "pipelined requests", connections: 300, sends: [MINIMAL.repeat(2300)] },
  {
    name: "pipelined requests, 5,000 connections",
    connections: 5000,
    sends: [MINIMAL.repeat(2300)],
  },
  {
    name: "pipelined requests with an unknown Expect",
    connections: 300,
    sends: ["GET / HTTP/1.1\r\nHost:a\r\nExpect:x\r\n\r\n".repeat(1700)],
  },
  {
    name: "pipelined requests without a Host",
    connections: 300,
    sends: [`${MINIMAL}${"GET / HTTP/1.1\r\n\r\n".repeat(3300)}`],
  },
  {
    name: "pipelined bodies",
    connections: 300,
    sends: [post("Content-Length:1", "x").repeat(900)],
  },
  {
    name: "pipelined requests with 1,000 headers",
    connections: 300,
    sends: [`GET / HTTP/1.1\r\nHost:a\r\n${manyHeaders}\r\n`.repeat(12)],
  },
  {
    name: "headers that never end",
    connections: 300,
    sends: [`GET / HTTP/1.1\r\nHost:a\r\n${manyHeaders.repeat(3)}`],
  },
  {
    name: "chunked bodies that never end",
    connections: 300,
    sends: [post("Transfer-Encoding:chunked", "1\r\nx\r\n".repeat(10_000))],
  },
  { name: "pages that nobody reads", connections: 300, sends: [MINIMAL.repeat(20)] },
  { name: "upgrades", connections: 300, sends: [upgrade.repeat(20)] },
  { name: "idle connections", connections: 2000, sends: [] },
];

const HELD_MS = 20_000;

/** Number of probes with a status other than 200, or without a response. */
let failed = 0;

const server = await startBuiltServer({ env: { NODE_OPTIONS: "--max-old-space-size=512" } });
const port = Number(new URL(server.origin).port);
try {
  for (let warm = 0; warm < 100; warm++) await probe();
  const idle = await during(() => delay(HELD_MS));
  report("idle", idle, idle);
  for (const shape of shapes.filter(({ name }) => name.includes(process.argv[2] ?? ""))) {
    const sockets: Socket[] = [];
    const busy = await during(async () => {
      for (let count = 0; count < shape.connections; count++) sockets.push(open(shape.sends));
      await delay(HELD_MS);
    });
    for (const socket of sockets) socket.destroy();
    report(`${shape.name} on ${shape.connections} connections`, busy, idle);
    await delay(2000);
  }
  console.log(`The server is ${server.process.exitCode === null ? "still running" : "gone"}.`);
} finally {
  await server.stop();
}

interface Measured {
  /** Memory before the load, in megabytes. */
  before: number;
  most: number;
  /** Slowest response in milliseconds. */
  slowest: number;
}

function open(sends: readonly string[]): Socket {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.once("connect", () => {
    socket.pause();
    for (const part of sends) socket.write(part);
  });
  return socket;
}

async function during(work: () => Promise<unknown>): Promise<Measured> {
  failed = 0;
  const before = await residentMegabytes(server.process.pid);
  let most = before;
  let slowest = 0;
  let working = true;
  const probes = (async () => {
    while (working) {
      const begun = performance.now();
      if (server.process.exitCode ?? server.process.signalCode)
        throw new Error(`${server.output().slice(-2000)}\nThe server is gone.`);
      await probe();
      slowest = Math.max(slowest, performance.now() - begun);
      await delay(20);
    }
  })();
  const memory = (async () => {
    while (working) {
      most = Math.max(most, await residentMegabytes(server.process.pid).catch(() => 0));
      await delay(100);
    }
  })();
  await work().finally(() => {
    working = false;
  });
  await Promise.all([probes, memory]);
  return { before, most, slowest };
}

/** Uses a new connection, because an existing one would not be refused. */
async function probe(): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const answer = await text(socket).catch(() => "");
  if (!answer.startsWith("HTTP/1.1 200")) failed += 1;
}

function report(what: string, { before, most, slowest }: Measured, idle: Measured) {
  const ratio = (slowest / idle.slowest).toFixed(1);
  console.log(
    `${what}: RSS ${before} → ${most} MB (+${most - before}), slowest probe ${Math.round(slowest)} ms (${ratio} times the idle one), ${failed} probes failed`,
  );
}
