import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, expect, inject, it } from "vitest";
import { clientFor } from "../support/sites/gateway.ts";

const hosted = inject("hosted");
const TOO_MANY =
  /^You have sent several messages in a short time\. Please try again in \d+ minutes\.$/;

afterAll(async () => {
  const service = clientFor(hosted.url, hosted.secretKey);
  const { error } = await service.from("messages").delete().eq("subject", "From an address");
  expect(error).toBeNull();
});

/**
 * Sends a message over a connection from this loopback address, which the project's edge records.
 */
async function send(address: string, headers: Record<string, string> = {}) {
  const sending = request(`${hosted.url}/rest/v1/messages`, {
    method: "POST",
    localAddress: address,
    headers: {
      apikey: hosted.publishableKey,
      "content-type": "application/json",
      prefer: "return=minimal",
      ...headers,
    },
  });
  sending.end(
    JSON.stringify({
      id: randomUUID(),
      name: "A visitor",
      email: "visitor@example.test",
      subject: "From an address",
      message: "A question",
      is_read: false,
    }),
  );
  const [answer] = (await once(sending, "response")) as [IncomingMessage];
  const body = await text(answer);
  return { status: answer.statusCode, message: body ? JSON.parse(body).message : "" };
}

it("each visitor of a hosted project has a separate limit", async () => {
  const statuses: (number | undefined)[] = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await send("127.0.0.21")).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201]);
  expect(await send("127.0.0.21")).toEqual({
    status: 429,
    message: expect.stringMatching(TOO_MANY),
  });
  expect((await send("127.0.0.22")).status).toBe(201);
  // A forged header does not change a visitor's identity.
  const forged = await send("127.0.0.21", { "x-forwarded-for": "203.0.113.7" });
  expect(forged.status).toBe(429);
  expect((await send("127.0.0.22")).status).toBe(201);
});
