import { respondBytes } from "../http/compress-answers.ts";
import { ApiError } from "./api-error.ts";
import type { AnswerShape } from "./plan.ts";
import type { Result } from "./run-statement.ts";

const JSON_TYPE = "application/json; charset=utf-8";

/** The response of a request that succeeded. */
export function toResponse(shape: AnswerShape, result: Result): Response {
  const headers = { "content-range": contentRange(shape, result) };
  const status = shape.status === 200 && isPart(shape, result) ? 206 : shape.status;
  if (!shape.hasBody || result.body === null) return new Response(null, { status, headers });
  const { body } = result;
  // The brackets of a list with one item.
  const sent = shape.single === "no" ? body : body.subarray(1, -1);
  return respondBytes(sent as Uint8Array<ArrayBuffer>, {
    status,
    headers: { ...headers, "content-type": JSON_TYPE },
  });
}

/** Refuses a result without exactly one row where one was requested. @throws {ApiError} 406 */
export function requireSingle({ single }: AnswerShape, { page }: Result) {
  if (single !== "asked" || page === 1) return;
  throw new ApiError(406, "PGRST116", "JSON object requested, multiple (or no) rows returned", {
    details: `The result contains ${page} rows`,
  });
}

function contentRange({ offset }: AnswerShape, { page, total }: Result): string {
  const range = offset === null || page === 0 ? "*" : `${offset}-${offset + page - 1}`;
  return `${range}/${total ?? "*"}`;
}

const isPart = (_: AnswerShape, { page, total }: Result) => total !== null && page < total;

/** The response of a refusal, in PostgREST's shape. */
export function toErrorResponse({ status, code, message, details, hint }: ApiError): Response {
  const headers: Record<string, string> = status === 401 ? { "www-authenticate": "Bearer" } : {};
  return Response.json({ code, details, hint, message }, { status, headers });
}
