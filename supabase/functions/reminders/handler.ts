import { z } from "zod";
import { answerPost, Refusal } from "../_shared/answers.ts";
import { createBackend } from "../_shared/backend.ts";
import type { FunctionEnvironment, FunctionHandler } from "../_shared/environment.ts";
import { createPushKeys } from "../_shared/web-push.ts";
import { remindersRequest } from "./contract.ts";

/**
 * Serves browsers with reminders: the public key to subscribe with, and answers from a
 * notification, where nobody is signed in.
 */
export function createHandler(env: FunctionEnvironment): FunctionHandler {
  const backend = createBackend(env);

  /** The key pair is created on first use; of two concurrent ones, the first is stored. */
  async function publicKey(): Promise<string> {
    const save = (keys: { publicKey: string | null; privateKey: string | null }) =>
      backend.call("/rest/v1/rpc/save_push_keys", z.string().nullable(), {
        body: { public_key: keys.publicKey, private_key: keys.privateKey },
      });
    const stored = await save({ publicKey: null, privateKey: null });
    return stored ?? z.string().parse(await save(await createPushKeys()));
  }

  return (request) =>
    answerPost(request, remindersRequest, async (body) => {
      if (body.action === "key") return { publicKey: await publicKey() };
      const { action: _, task, note, ...answer } = body;
      const answered = await backend.call("/rest/v1/rpc/answer_reminder", z.boolean(), {
        body: { ...answer, item: task ?? note ?? null },
      });
      if (!answered) throw new Refusal(404, "This reminder is no longer there.");
      return {};
    });
}
