import { z } from "zod";

/** One message of Phoenix's channel protocol, either direction. */
export interface Frame {
  /** Names the join that the message belongs to. */
  joinRef: string | null;
  /** Names the message, for its reply. */
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

/** Version 1 is an object, version 2 an array. */
export type ProtocolVersion = "1.0.0" | "2.0.0";

const ref = z.string().max(100).nullable();

const objectFrame = z
  .object({
    join_ref: ref.optional(),
    ref: ref.optional(),
    topic: z.string(),
    event: z.string(),
    payload: z.unknown().optional(),
  })
  .transform(
    ({ join_ref = null, ref = null, topic, event, payload }): Frame => ({
      joinRef: join_ref,
      ref,
      topic,
      event,
      payload,
    }),
  );

const arrayFrame = z
  .tuple([ref, ref, z.string(), z.string(), z.unknown().optional()])
  .transform(
    ([joinRef, ref, topic, event, payload]): Frame => ({ joinRef, ref, topic, event, payload }),
  );

/** Null for text that is not a message. Binary messages carry broadcasts, which are not accepted. */
export function readFrame(text: string, version: ProtocolVersion): Frame | null {
  try {
    const value: unknown = JSON.parse(text);
    const read = (version === "1.0.0" ? objectFrame : arrayFrame).safeParse(value);
    return read.data ?? null;
  } catch {
    return null;
  }
}

export function writeFrame(frame: Frame, version: ProtocolVersion): string {
  const { joinRef, ref, topic, event, payload } = frame;
  return JSON.stringify(
    version === "1.0.0"
      ? { join_ref: joinRef, ref, topic, event, payload }
      : [joinRef, ref, topic, event, payload],
  );
}

/** What a join asks for, as realtime-js sends it. */
export const joinRequest = z.object({
  config: z.object({
    private: z.boolean().optional(),
    presence: z.object({ enabled: z.boolean().optional() }).optional(),
    postgres_changes: z.array(z.unknown().nonoptional()).optional(),
  }),
  access_token: z.string().optional(),
});

export const tokenMessage = z.object({ access_token: z.string() });
