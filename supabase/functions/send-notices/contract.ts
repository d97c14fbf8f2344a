import { z } from "zod";

/** Without `test`, all due notices are sent; anyone may ask for that. Only the owner may test. */
export const sendRequest = z.object({ test: z.literal(true).optional() });

export const sendResult = z.object({ sent: z.int() });

export type SendResult = z.infer<typeof sendResult>;
