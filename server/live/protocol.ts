import { z } from "zod";

/** Version 1 of Phoenix's channel protocol uses objects, version 2 arrays. */
export type ProtocolVersion = "1.0.0" | "2.0.0";

const reference = z.string().max(100).nullish();

/**
 * References identify the join that a message belongs to, and the message itself, for its reply.
 */
const frame = z.object({
  join_ref: reference,
  ref: reference,
  topic: z.string(),
  event: z.string(),
  payload: z.unknown().optional(),
});

export type Frame = z.infer<typeof frame>;

/** Null if the text is not a message. */
export function readFrame(text: string, version: ProtocolVersion): Frame | null {
  try {
    const value = JSON.parse(text);
    return frame.safeParse(version === "1.0.0" ? value : fromArray(value)).data ?? null;
  } catch {
    return null;
  }
}

export function writeFrame(written: Frame, version: ProtocolVersion): string {
  const { join_ref = null, ref = null, topic, event, payload } = written;
  return JSON.stringify(version === "1.0.0" ? written : [join_ref, ref, topic, event, payload]);
}

const fromArray = ([join_ref, ref, topic, event, payload]: unknown[]) => ({
  join_ref,
  ref,
  topic,
  event,
  payload,
});

/** Request to join a channel, as realtime-js sends it. */
export const joinRequest = z.object({
  config: z.object({
    private: z.boolean().optional(),
    presence: z.object({ enabled: z.boolean().optional() }).optional(),
    postgres_changes: z.array(z.unknown().nonoptional()).optional(),
  }),
  access_token: z.string().optional(),
});

export const tokenMessage = z.object({ access_token: z.string() });
