import type { z } from "zod";

/** An error whose message is safe to send to the caller. */
export class Refusal extends Error {
  override name = "Refusal";
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Further fields of the response. */
  readonly details: object;

  constructor(
    status: number,
    message: string,
    { headers = {}, details = {} }: { headers?: Record<string, string>; details?: object } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = headers;
    this.details = details;
  }
}

/** Runs a function for a POST with a JSON body. */
export function answerPost<T extends z.ZodType>(
  request: Request,
  schema: T,
  work: (body: z.infer<T>) => Promise<object>,
): Promise<Response> {
  return answerCall(request, async () => work(await parseBody(request, schema)));
}

/**
 * Runs a function for a POST whose body is ignored. Refusals become `{ error }`, the only error
 * format of functions; other errors are left to the host, so that the caller sees no details.
 */
export async function answerCall(request: Request, work: () => Promise<object>): Promise<Response> {
  try {
    if (request.method !== "POST") {
      throw new Refusal(405, "Only POST is allowed.", { headers: { allow: "POST" } });
    }
    return answer(200, await work());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return answer(error.status, { error: error.message, ...error.details }, error.headers);
  }
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store", ...headers } });
}

async function parseBody<T extends z.ZodType>(request: Request, schema: T): Promise<z.infer<T>> {
  let value: unknown;
  try {
    value = JSON.parse(await request.text());
  } catch {
    throw new Refusal(400, "The body is not valid JSON.");
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Refusal(400, parsed.error.issues[0]?.message ?? "The body is not valid.");
}
