import { z } from "zod";
import { authError } from "../http/error-responses.ts";
import { BodyTooLargeError, readBody } from "../http/request-body.ts";

/** Maximum bytes of a body; credentials and metadata are far smaller. */
const AUTH_BODY_BYTES = 64 * 1024;

/**
 * Parses a request's body as a JSON object. An empty body counts as an empty object, because some
 * calls have none.
 * @throws {HTTPException} in GoTrue's shape.
 */
export async function readJson(request: Request): Promise<Record<string, unknown>> {
  try {
    const text = new TextDecoder().decode(await readBody(request, AUTH_BODY_BYTES));
    const parsed = z.record(z.string(), z.unknown()).safeParse(text ? JSON.parse(text) : {});
    if (parsed.success) return parsed.data;
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      throw authError(413, "request_too_large", "Request body is too large");
    }
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw authError(400, "bad_json", "Could not parse request body as JSON");
}

/** Whether PostgreSQL can store the text: NUL is the one JSON character it does not support. */
export const isText = (value: string) => !value.includes("\0");
