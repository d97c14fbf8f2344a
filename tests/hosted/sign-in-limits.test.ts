import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { type ContractTarget, startContractTarget } from "../support/contract-target.ts";
import { type DenoFunction, startDenoFunction } from "../support/hosted/deno-function.ts";
import { type Edge, SIGN_IN_BURST, startEdge } from "./stand-ins/edge.ts";

const hosted = inject("hosted");

let target: ContractTarget;
let edge: Edge;
let signIn: DenoFunction;
beforeAll(async () => {
  target = await startContractTarget();
  const { id, email } = target.workspace;
  const profile = { user_id: id, email, username: "limited" };
  expect((await target.service.from("workspace_users").insert(profile)).error).toBeNull();
});
afterAll(() => target?.stop());
beforeEach(async () => {
  edge = await startEdge(hosted);
  signIn = await startDenoFunction("workspace-sign-in", {
    SUPABASE_URL: edge.url,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: hosted.secretKey }),
    FOYER_PUBLIC_URL: hosted.siteOrigin,
  });
  edge.functions.set("workspace-sign-in", signIn.url);
  return async () => {
    await signIn.stop();
    await edge.stop();
  };
});

/** @param claimed value of `x-forwarded-for` sent by the caller. */
async function attempt(from: string, password: string, claimed?: string) {
  const sending = request(`${edge.url}/functions/v1/workspace-sign-in`, {
    method: "POST",
    localAddress: from,
    headers: {
      "content-type": "application/json",
      ...(claimed ? { "x-forwarded-for": claimed } : {}),
    },
  });
  sending.end(JSON.stringify({ identifier: "limited", password }));
  const [answer] = (await once(sending, "response")) as [IncomingMessage];
  await text(answer);
  return answer.statusCode;
}

const guessFrom = (from: string) =>
  Promise.all(
    Array.from({ length: SIGN_IN_BURST }, (_, n) => attempt(from, "wrong", `203.0.113.${n}`)),
  );

it("sign-ins through the function are counted by visitor, whatever address the visitor claims", async () => {
  edge.countsForwarded = true;
  expect(new Set(await guessFrom("127.0.0.31"))).toEqual(new Set([400]));
  expect(await attempt("127.0.0.31", "wrong", "203.0.113.99")).toBe(429);
  expect(await attempt("127.0.0.32", target.workspace.password)).toBe(200);
});

it("all sign-ins count as one visitor's where Auth ignores the address, as it does by default", async () => {
  await guessFrom("127.0.0.31");
  expect(await attempt("127.0.0.32", target.workspace.password)).toBe(429);
});
