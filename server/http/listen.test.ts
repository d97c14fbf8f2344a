import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Listening, listen } from "./listen.ts";

let listening: Listening;
afterEach(() => listening.close(0));

/** Announces a body of 100 bytes but sends only one. */
async function hold(port: number) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write("POST /nowhere HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nx");
  return socket;
}

it("the server cuts off a client that keeps sending after the response", async () => {
  listening = await listen("127.0.0.1", 0, { unreadMs: 50 });
  listening.serve((_request, response) => response.writeHead(404).end("not here"));
  const socket = await hold(listening.port);
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 404/);
  await once(socket, "close");
});

it("the server adds nothing to a connection for each body that was not read", async () => {
  listening = await listen("127.0.0.1", 0);
  const listeners: number[] = [];
  listening.serve(({ socket }, response) => {
    listeners.push(socket.listenerCount("close"));
    response.writeHead(413).end("too large");
  });
  const socket = connect(listening.port, "127.0.0.1");
  for (let n = 0; n < 30; n++) {
    socket.write("POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nx");
    await once(socket, "data");
    socket.write("x".repeat(99));
  }
  socket.destroy();
  expect(new Set(listeners).size).toBe(1);
});

it("the server keeps the connection of a client that sends everything", async () => {
  listening = await listen("127.0.0.1", 0, { unreadMs: 50 });
  listening.serve((_request, response) => response.writeHead(404).end("not here"));
  const socket = await hold(listening.port);
  await once(socket, "data");
  socket.write("x".repeat(99));
  for (let again = 0; again < 3; again++) {
    socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 404/);
  }
  socket.destroy();
});

it.each([
  ["two different Host headers", "host: a.example\r\nHost: b.example"],
  ["the same Host header twice", "host: a.example\r\nhost: a.example"],
])("the server answers 400 to %s, and closes the connection", async (_, lines) => {
  listening = await listen("127.0.0.1", 0);
  const seen: string[] = [];
  listening.serve((request, response) => {
    seen.push(request.url ?? "");
    response.end("served");
  });
  const socket = connect(listening.port, "127.0.0.1");
  socket.write(`GET /1 HTTP/1.1\r\n${lines}\r\n\r\nGET /2 HTTP/1.1\r\nhost: a.example\r\n\r\n`);
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(seen).toEqual([]);
});

it("the server names the setting to change when the port is taken", async () => {
  listening = await listen("127.0.0.1", 0);
  const again = listen("127.0.0.1", listening.port, { portVariable: "FOYER_METRICS_PORT" });
  await expect(again).rejects.toThrow(/is taken .+ set FOYER_METRICS_PORT to another number/);
});

describe("requests sent without waiting for answers", () => {
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;

  /** Starts a server that answers on demand. */
  async function listenAndHold() {
    const held: { path: string; answer: () => void }[] = [];
    listening = await listen("127.0.0.1", 0);
    listening.serve(async (request, response) => {
      const path = `${request.url} ${Buffer.concat(await request.toArray())}`.trim();
      held.push({ path, answer: () => response.end(`answer to ${path};`) });
    });
    const socket = connect(listening.port, "127.0.0.1");
    socket.on("error", () => {});
    let answers = "";
    socket.on("data", (chunk: Buffer) => {
      answers += chunk;
    });
    await once(socket, "connect");
    return { held, socket, answers: () => answers.match(/answer to [^;]+/g) ?? [] };
  }

  /** Once another connection has been answered, the server has also read everything sent before. */
  async function otherAnswer(held: { answer: () => void }[]) {
    const before = held.length;
    const answer = fetch(`http://127.0.0.1:${listening.port}/other`);
    await expect.poll(() => held).toHaveLength(before + 1);
    held.pop()?.answer();
    await (await answer).text();
  }

  it("requests sent without waiting for answers are handled one at a time and answered in order, bodies included", async () => {
    const { held, socket, answers } = await listenAndHold();
    const body = "b".repeat(300_000);
    const post = `POST /2 HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    socket.write(get("/0") + get("/1") + post + get("/3"));
    const expected = ["/0", "/1", `/2 ${body}`, "/3"];
    for (let count = 0; count < expected.length; count++) {
      await expect.poll(() => held).toHaveLength(count + 1);
      await otherAnswer(held);
      expect(held.map(({ path }) => path)).toEqual(expected.slice(0, count + 1));
      held[count]?.answer();
    }
    await expect.poll(answers).toEqual(expected.map((path) => `answer to ${path}`));
    socket.destroy();
  });

  it("a few dozen requests sent without waiting for answers are answered in order", async () => {
    const { held, socket, answers } = await listenAndHold();
    const expected = Array.from({ length: 33 }, (_, n) => `/${n}`);
    socket.write(expected.map(get).join(""));
    for (let count = 1; count <= expected.length; count++) {
      await expect.poll(() => held).toHaveLength(count);
      held[count - 1]?.answer();
    }
    await expect.poll(answers).toEqual(expected.map((path) => `answer to ${path}`));
    socket.destroy();
  });

  it.each([
    ["minimal requests", "GET / HTTP/1.1\r\nHost:a\r\n\r\n", 34],
    ["a chunk full of them", "GET / HTTP/1.1\r\nHost:a\r\n\r\n", 2500],
    ["bodies", "POST / HTTP/1.1\r\nHost:a\r\nContent-Length:1\r\n\r\nx", 1300],
    ["requests without a Host", "GET / HTTP/1.1\r\n\r\n", 3600],
    ["requests with an unknown Expect", "GET / HTTP/1.1\r\nHost:a\r\nExpect:x\r\n\r\n", 1800],
    ["many headers", `GET / HTTP/1.1\r\nHost:a\r\n${"b:\r\n".repeat(99)}\r\n`, 8],
  ])(
    "requests sent without waiting for answers close the connection when too many wait: %s",
    async (_, request, count) => {
      const { held, socket, answers } = await listenAndHold();
      const closed = once(socket, "close");
      socket.write(get("/first") + request.repeat(count));
      await closed;
      expect(held.map(({ path }) => path)).toEqual(["/first"]);
      held[0]?.answer();
      await otherAnswer(held);
      expect([answers(), held]).toEqual([[], [expect.anything()]]);
    },
  );

  it.each([
    ["minimal requests", "GET / HTTP/1.1\r\nHost:a\r\n\r\n", 2300],
    ["bodies", "POST / HTTP/1.1\r\nHost:a\r\nContent-Length:1\r\n\r\nx", 1300],
  ])(
    "requests sent without waiting for answers are not parsed beyond the one that is too many, nor all answered in one turn: %s",
    async (_, request, count) => {
      let parsed = 0;
      let answered = 0;
      listening = await listen("127.0.0.1", 0);
      subscribe("http.server.request.start", () => parsed++);
      listening.serve((_request, response) => {
        answered += 1;
        response.end();
      });
      const socket = connect(listening.port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(request.repeat(count));
      await once(socket.resume(), "close");
      expect(parsed).toBe(33);
      expect(answered).toBe(1);
    },
  );

  it("requests sent without waiting for answers are not read while others wait", async () => {
    const { held, socket } = await listenAndHold();
    const body = Buffer.alloc(40_000_000);
    socket.write(
      `${get("/1")}POST /2 HTTP/1.1\r\nhost: localhost\r\ncontent-length: 40000000\r\n\r\n`,
    );
    socket.write(body);
    await expect.poll(() => held).toHaveLength(1);
    await otherAnswer(held);
    // The rest is in the system's buffers, which hold a few megabytes.
    expect(socket.writableLength).toBeGreaterThan(0);
    held[0]?.answer();
    await expect.poll(() => held.length, { timeout: 20_000 }).toBe(2);
    expect(held[1]?.path).toHaveLength("/2 ".length + body.length);
    socket.destroy();
  });

  it("requests sent without waiting for answers are dropped when the connection closes", async () => {
    const { held, socket } = await listenAndHold();
    socket.write(get("/").repeat(30));
    await expect.poll(() => held).toHaveLength(1);
    socket.destroy();
    await vi.waitFor(async () => {
      held.at(-1)?.answer();
      // Only a response reveals that the client is gone.
      expect(await listening.connections()).toBe(0);
    }, 10_000);
    expect(held.length).toBeLessThan(10);
  });
});

describe("refusals", () => {
  const headers = { "x-content-type-options": "nosniff", "content-security-policy": "none" };

  it.each([
    ["a line that is no request", "nonsense\r\n\r\n", 400],
    [
      "a chunk without a size",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nz\r\n",
      400,
    ],
    [
      "a length twice",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      400,
    ],
    ["a long address", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ["a long header", `GET / HTTP/1.1\r\nHost: a\r\nb: ${"c".repeat(20_000)}\r\n\r\n`, 431],
    ["too many headers", `GET / HTTP/1.1\r\nHost: a\r\n${"b: c\r\n".repeat(100)}\r\n`, 431],
    ["no Host", "GET / HTTP/1.1\r\n\r\n", 400],
    ["an unknown Expect", "GET / HTTP/1.1\r\nHost: a\r\nExpect: b\r\n\r\n", 417],
    [
      "an upgrade with a body",
      "GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: b\r\nContent-Length: 1\r\n\r\n",
      400,
    ],
  ])("refusals of %s have the server's headers", async (_, lines, status) => {
    listening = await listen("127.0.0.1", 0, { headers });
    listening.serve((request, response) => request.resume().once("end", () => response.end()));
    const socket = connect(listening.port, "127.0.0.1");
    socket.write(lines);
    const answer = (await text(socket)).toLowerCase();
    expect(answer).toMatch(new RegExp(`^http/1.1 ${status} .*\r\n`));
    expect(answer).toMatch(/\r\nconnection: close\r\n/);
    for (const [name, value] of Object.entries(headers)) {
      expect(answer).toContain(`\r\n${name}: ${value}\r\n`);
    }
  });

  it("a refusal ends a response that has begun", async () => {
    listening = await listen("127.0.0.1", 0, { headers });
    listening.serve((_request, response) => response.write("begun"));
    const socket = connect(listening.port, "127.0.0.1");
    socket.write("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
    const [begun] = await once(socket, "data");
    socket.write("z\r\n");
    expect(`${begun}${await text(socket)}`.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

describe("the connections of an address", () => {
  const MOST = 512;
  const open = async (count: number, lines = "") => {
    const sockets = Array.from({ length: count }, () => connect(listening.port, "127.0.0.1"));
    for (const socket of sockets) {
      socket.on("error", () => {});
      socket.pause();
      if (lines) socket.write(lines);
    }
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    return sockets;
  };
  const get = (visitor: string, path = "/") =>
    `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: ${visitor}\r\n\r\n`;
  const ask = async (lines: string) => {
    const [socket] = await open(1, lines.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
    return socket ? text(socket).catch(() => "") : "";
  };

  it("the connections of an address are closed, idle ones first, beyond a limit", async () => {
    listening = await listen("127.0.0.1", 0);
    let running = 0;
    listening.serve(({ url }, response) => {
      if (url === "/hold") running += 1;
      else response.end("answer");
    });
    const idle = await open(MOST + 50);
    expect(await ask(get(""))).toMatch(/answer/);
    await expect.poll(listening.connections).toBeLessThanOrEqual(MOST);
    const busy = await open(MOST, get("", "/hold"));
    await expect.poll(() => running).toBe(MOST);
    expect(await ask(get(""))).toBe("");
    busy[0]?.destroy();
    await expect.poll(() => ask(get(""))).toMatch(/answer/);
    for (const socket of [...idle, ...busy]) socket.destroy();
  });

  it("connections behind a proxy are not limited; each visitor's requests are counted", async () => {
    listening = await listen("127.0.0.1", 0, { trustProxy: true });
    let running = 0;
    listening.serve(({ url }, response) => {
      if (url === "/hold") running += 1;
      else response.end("answer");
    });
    const idle = await open(MOST + 50);
    const busy = await open(MOST, get("2001:db8::1", "/hold"));
    await expect.poll(() => running).toBe(MOST);
    expect(await listening.connections()).toBe(2 * MOST + 50);
    expect(await ask(get("192.0.2.1"))).toMatch(/answer/);
    // An address in the same /64.
    expect(await ask(get("2001:db8::2"))).toMatch(/^HTTP\/1\.1 429 /);
    busy[0]?.destroy();
    await expect.poll(() => ask(get("2001:db8::2"))).toMatch(/answer/);
    for (const socket of [...idle, ...busy]) socket.destroy();
  });

  it("the connections of an address are closed when they leave too much of their responses unread", async () => {
    listening = await listen("127.0.0.1", 0, { trustProxy: true });
    const body = Buffer.alloc(24 * 1024 * 1024);
    let answered = 0;
    listening.serve(({ url }, response) => {
      answered += 1;
      response.end(url === "/large" ? body : "answer");
    });
    const other = await open(1, get("192.0.2.2", "/large"));
    const greedy = await open(6, get("192.0.2.1", "/large"));
    await expect.poll(() => answered).toBe(7);
    await expect.poll(listening.connections).toBeLessThan(4);
    expect(await ask(get("192.0.2.1"))).toMatch(/answer/);
    const [socket] = other;
    socket?.resume();
    let received = 0;
    for await (const chunk of socket ?? []) {
      received += chunk.length;
      if (received > body.length) break;
    }
    expect(received).toBeGreaterThan(body.length);
    for (const left of greedy) left.destroy();
  });
});

describe("requests for another protocol", () => {
  const ask = (upgrade: string, rest = "") =>
    `GET /path HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: ${upgrade}\r\n${rest}\r\n`;

  /** A server that accepts upgrades to the protocol `known`. */
  async function listenForUpgrades() {
    const upgraded: string[] = [];
    const held: (() => void)[] = [];
    listening = await listen("127.0.0.1", 0);
    listening.serve(
      (request, response) => {
        if (request.url === "/hold") held.push(() => response.end("held"));
        else response.end(`served ${request.url}`);
      },
      async (request, socket) => {
        if (request.headers.upgrade === "broken") throw new Error("broken");
        if (request.headers.upgrade !== "known") return false;
        upgraded.push(request.url ?? "");
        socket.end("HTTP/1.1 101 Switching Protocols\r\n\r\n");
        return true;
      },
    );
    const send = async (lines: string) => {
      const socket = connect(listening.port, "127.0.0.1");
      socket.on("error", () => {});
      socket.write(lines);
      return text(socket).catch(() => "");
    };
    return { upgraded, held, send };
  }

  it("requests for another protocol are upgraded if the protocol is known", async () => {
    const { upgraded, send } = await listenForUpgrades();
    expect(await send(ask("known"))).toMatch(/^HTTP\/1\.1 101 /);
    expect(upgraded).toEqual(["/path"]);
  });

  it.each(["h2c", "unknown", "broken"])(
    "requests for another protocol are answered as usual when they ask for %s, and close the connection",
    async (name) => {
      const { send } = await listenForUpgrades();
      const answer = await send(ask(name));
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n(.*\r\n)*connection: close\r\n/i);
      expect(answer).toMatch(/served \/path/);
    },
  );

  it.each([
    ["a second Host header", "host: b.example\r\n", /Bad Request: Host/],
    ["a body", "content-length: 5\r\n", /Bad Request: Upgrade/],
    ["a body in chunks", "transfer-encoding: chunked\r\n", /Bad Request: Upgrade/],
  ])("requests for another protocol are answered 400 with %s", async (_, line, reason) => {
    const { upgraded, send } = await listenForUpgrades();
    const answer = await send(ask(line.startsWith("host") ? "known" : "h2c", line));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(reason);
    expect(upgraded).toEqual([]);
  });

  it("a request for another protocol behind an unanswered request closes the connection", async () => {
    const { upgraded, held, send } = await listenForUpgrades();
    const answer = send(`GET /hold HTTP/1.1\r\nhost: localhost\r\n\r\n${ask("known")}`);
    expect(await answer).toBe("");
    for (const release of held) release();
    expect(upgraded).toEqual([]);
  });

  it("requests for another protocol do not keep the server from closing", async () => {
    const { held, send } = await listenForUpgrades();
    const answer = send(ask("h2c").replace("/path", "/hold"));
    await expect.poll(() => held).toHaveLength(1);
    await listening.close(0);
    expect(await answer).toBe("");
  });
});
