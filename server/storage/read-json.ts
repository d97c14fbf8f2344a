import type { z } from "zod";
import { BodyTooLargeError, readBody } from "../http/request-body.ts";
import { refuse } from "./failure.ts";

/** Bytes of the JSON of a storage call: a thousand keys of a thousand characters. */
const STORAGE_BODY_BYTES = 1024 * 1024;

/** Parses and validates a JSON body. @throws {StorageFailure} 400 or 413. */
export async function readJson<T extends z.ZodType>(
  request: Request,
  schema: T,
): Promise<z.infer<T>> {
  const text = await readText(request);
  let value: unknown;
  try {
    value = JSON.parse(text || "{}");
  } catch {
    throw refuse.invalidParameter("The body is not valid JSON");
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw refuse.invalidParameter(`body/${issue?.path.join("/") ?? ""} ${issue?.message ?? ""}`);
  }
  return parsed.data;
}

async function readText(request: Request): Promise<string> {
  try {
    return new TextDecoder().decode(await readBody(request, STORAGE_BODY_BYTES));
  } catch (error) {
    throw error instanceof BodyTooLargeError ? refuse.tooLarge() : refuse.brokenBody(error);
  }
}
