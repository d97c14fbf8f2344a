import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openSites } from "./sites.ts";

const { start, usedDataDir } = openSites();

const HEAD = "Host: localhost\r\nConnection: close\r\napikey: x\r\n";

const paths = [
  ...["/", "//", "//evil.example/", "http://a.b/", "http://[::1", "*", "/a b", "/\x01"],
  ...["/%", "/%zz", "/%00", "/%c0%ae", "/..%2f..%2fetc/passwd", "/?%", "/cv/..", "/resume.json%00"],
  ...["/rest/v1/%ff?select=%ff", "/rest/v1/rpc/__proto__", `/rest/v1/a?select=${"(".repeat(3000)}`],
  ...["/auth/v1/factors/%", "/functions/v1/__proto__", "/functions/v1/constructor"],
  ...["/storage/v1/object/%", "/storage/v1/object/public/%/%", "/storage/v1/upload/resumable/%00"],
  ...["/setup/v1/%00", "/backup/v1/archive?ticket[]=1", `/${"a".repeat(20_000)}`],
];
const methods = "GET HEAD POST PUT DELETE OPTIONS TRACE CONNECT QUERY get FOO".split(" ");

const requests = [
  ...methods.flatMap((method) => paths.map((path) => `${method} ${path} HTTP/1.1\r\n${HEAD}\r\n`)),
  ...[
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n",
    "Expect: nonsense\r\n\r\n",
    "Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
    `Transfer-Encoding: chunked\r\n\r\n5;${"a".repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
    "Content-Length: 99999999999999999999\r\n\r\n",
    "Content-Length: -1\r\n\r\n",
    `${Array.from({ length: 3000 }, (_, n) => `x${n}: y`).join("\r\n")}\r\n\r\n`,
    `Range: bytes=0-0,${"1-1,".repeat(1000)}\r\n\r\n`,
    `Accept-Encoding: ${"gzip,".repeat(1000)}\r\n\r\n`,
    'If-Modified-Since: nonsense\r\nIf-None-Match: """\r\n\r\n',
    "X-Request-Id: \x7f\x80\xff\r\nX-Forwarded-For: ::::\r\n\r\n",
  ].map((rest) => `POST / HTTP/1.1\r\n${HEAD}${rest}`),
  // WebSocket requests with wrong or missing keys.
  ...[
    "",
    "?",
    "?apikey=x",
    "?apikey=%00&vsn=%ff",
    `?apikey=${"x".repeat(9000)}`,
    "/%",
    "?vsn=2.0.0",
  ]
    .flatMap((rest) => methods.map((method) => `${method} /realtime/v1/websocket${rest} HTTP/1.1`))
    .flatMap((line) =>
      [
        "Sec-WebSocket-Key: x",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13",
        "Sec-WebSocket-Version: 13\r\nOrigin: https://evil.example",
        "Host: other.example",
        "Content-Length: 5",
        "Transfer-Encoding: chunked",
      ].map(
        (header) =>
          `${line}\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${header}\r\n\r\n`,
      ),
    ),
  ...["a b", "[::1", "a,b", "", "user:pw@x/../y?z#q"].map(
    (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  ),
  ...["GET / HTTP/1.0\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ...["\x16\x03\x01\x02\x00\r\n\r\n", "\0\0\0\0\r\n\r\n"],
];

test("no malformed request stops the server, or gets a 5xx or a response without security headers", async () => {
  const server = await start({ dataDir: await usedDataDir() });
  const port = Number(new URL(server.origin).port);
  const statuses = new Set<string>();
  for (let at = 0; at < requests.length; at += 20) {
    await Promise.all(
      requests.slice(at, at + 20).map(async (request) => {
        const socket = connect(port, "127.0.0.1");
        socket.end(request, "latin1");
        const answer = await text(socket).catch(() => "");
        const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? "closed";
        statuses.add(status);
        expect(status, request.slice(0, 80)).not.toMatch(/^5/);
        for (const header of [
          "content-security-policy: default-src",
          "x-content-type-options: nosniff",
        ])
          if (answer) expect(answer.toLowerCase(), request.slice(0, 80)).toContain(header);
      }),
    );
  }
  // A single connection, on which bodies are refused before they have arrived.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const body = Buffer.alloc(300_000, "[");
  const { publishableKey } = await server.secrets();
  for (let n = 0; n < 30; n++) {
    const headers = { apikey: publishableKey, "content-length": body.length };
    const sending = httpRequest(`${server.origin}/rest/v1/visits`, {
      method: "POST",
      agent,
      headers,
    });
    sending.end(body);
    const [answer] = (await once(sending, "response")) as [IncomingMessage];
    await text(answer);
    statuses.add(String(answer.statusCode));
  }
  agent.destroy();
  for (const status of ["200", "400", "401", "404", "413", "431"])
    expect(statuses).toContain(status);
  expect(server.process.exitCode).toBeNull();
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  expect(server.output()).not.toMatch(/failed|error|warning/i);
});

test("300 connections that each queue 2,300 requests are closed, and other connections are served", async () => {
  const env = { NODE_OPTIONS: "--max-old-space-size=512" };
  const server = await start({ dataDir: await usedDataDir(), env });
  const flood = "GET / HTTP/1.1\r\nHost:a\r\n\r\n".repeat(2300);
  const sockets = Array.from({ length: 300 }, () => {
    const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
    socket.on("error", () => {});
    socket.pause();
    socket.write(flood);
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  expect((await fetch(server.origin)).status).toBe(200);
  const closed = sockets.map((socket) => once(socket, "close"));
  for (const socket of sockets) socket.resume();
  await Promise.all(closed);
  expect(server.process.exitCode).toBeNull();
});
