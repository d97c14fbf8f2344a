import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, expect, it } from "vitest";
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

it("cuts off a client that keeps sending after the response", async () => {
  listening = await listen("127.0.0.1", 0, { unreadMs: 50 });
  listening.serve((_request, response) => response.writeHead(404).end("not here"));
  const socket = await hold(listening.port);
  const [answer] = (await once(socket, "data")) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 404/);
  await once(socket, "close");
});

it("keeps the connection of a client that sends everything", async () => {
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

it("names the setting to change when the port is taken", async () => {
  listening = await listen("127.0.0.1", 0);
  const again = listen("127.0.0.1", listening.port, { portVariable: "FOYER_METRICS_PORT" });
  await expect(again).rejects.toThrow(/is taken .+ set FOYER_METRICS_PORT to another number/);
});
