import { z } from "zod";
import { type Backend, passRefusals } from "../_shared/backend.ts";

const noticeSchema = z.object({
  cause: z.enum(["message", "sign_in", "backup", "digest", "test", "reminder"]),
  at: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Present for the cause `message`; null when the message has been deleted meanwhile. */
  message: z
    .object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      subject: z.string(),
      text: z.string(),
    })
    .nullable(),
});

const claimedSchema = z.object({
  id: z.string(),
  claim: z.string(),
  /** Number of notices by cause; more than one is a summary. */
  counts: z.record(z.string(), z.int()),
  /** The newest of these notices, oldest first. */
  notices: z.array(noticeSchema).min(1),
});

const reminderSchema = z.object({
  /** Id of the task or note. */
  task: z.string().optional(),
  note: z.string().optional(),
  title: z.string(),
  /** Email of the workspace user. */
  email: z.string(),
  /** Null until a browser has requested the public key. */
  keys: z.object({ publicKey: z.string(), privateKey: z.string() }).nullable(),
  subscriptions: z.array(z.object({ endpoint: z.string(), p256dh: z.string(), auth: z.string() })),
});

export type Notice = z.infer<typeof noticeSchema>;

/** A notice, or several in a summary, that this process alone may send for two minutes. */
export type ClaimedNotice = z.infer<typeof claimedSchema>;

export interface Outbox {
  /** @returns null without a due notice, or after too many in the last hour. */
  claim(): Promise<ClaimedNotice | null>;
  /** @throws {Refusal} when too many were sent. */
  claimTest(): Promise<ClaimedNotice>;
  /** Records that the notice is about to be accepted. @throws when the claim has expired. */
  handOver(claim: string): Promise<void>;
  settle(
    claim: string,
    outcome: "sent" | "failed" | "unknown",
    error?: string | undefined,
  ): Promise<void>;
  /**
   * The task or note of a notice with the cause `reminder`, and its receiver; null for a done task.
   */
  getReminder(item: string): Promise<z.infer<typeof reminderSchema> | null>;
  removeSubscription(endpoint: string): Promise<void>;
}

/** The outbox in the database (`private.notices`), through the Data API. */
export function openOutbox(backend: Backend): Outbox {
  const rpc = <T extends z.ZodType>(name: string, schema: T, body: object = {}) =>
    backend.call(`/rest/v1/rpc/${name}`, schema, { body });
  return {
    claim: () => rpc("claim_notice", claimedSchema.nullable()),
    claimTest: () => passRefusals(() => rpc("claim_test_notice", claimedSchema)),
    async handOver(claim) {
      const isHeld = await rpc("hand_over_notice", z.boolean(), { claim });
      if (!isHeld) throw new Error("The claim on this notice has expired.");
    },
    async settle(claim, outcome, error) {
      await rpc("settle_notice", z.null(), { claim, outcome, error: error ?? null });
    },
    getReminder: (item) => rpc("get_reminder", reminderSchema.nullable(), { item }),
    async removeSubscription(endpoint) {
      const query = new URLSearchParams({ endpoint: `eq.${endpoint}` });
      await backend.call(`/rest/v1/push_subscriptions?${query}`, z.null(), { method: "DELETE" });
    },
  };
}
