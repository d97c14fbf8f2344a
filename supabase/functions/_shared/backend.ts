import { z } from "zod";
import { Refusal } from "./answers.ts";
import type { FunctionEnvironment } from "./environment.ts";

/** The backend returned an error. The message is the backend's own. */
export class BackendError extends Error {
  override name = "BackendError";
  /** HTTP status of the backend's response. */
  readonly status: number;
  readonly response: Response;

  constructor(message: string, response: Response) {
    super(message);
    this.status = response.status;
    this.response = response;
  }
}

/**
 * Runs calls whose refusals the caller of the function may read.
 * @param fallback replaces an empty message.
 * @throws {Refusal} with the backend's status and message.
 */
export async function passRefusals<T>(work: () => Promise<T>, fallback = ""): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof BackendError) || error.status >= 500) throw error;
    throw new Refusal(error.status, error.message || fallback);
  }
}

export interface Backend {
  /**
   * Calls a path such as `/rest/v1/workspace_users?select=email` with the secret key, or as the
   * user whose access token is given. Every response is validated against `schema`.
   * @throws {BackendError} for any status other than 2xx.
   */
  call<T extends z.ZodType>(path: string, schema: T, options?: CallOptions): Promise<z.infer<T>>;
}

export interface CallOptions {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
  /** An access token to use instead of the secret key. */
  token?: string;
}

export function createBackend(env: FunctionEnvironment): Backend {
  return {
    async call(path, schema, options = {}) {
      const {
        method = options.body === undefined ? "GET" : "POST",
        body,
        headers,
        token,
      } = options;
      const response = await env.fetch(`${env.supabaseUrl}${path}`, {
        method,
        headers: {
          apikey: env.secretKey,
          authorization: `Bearer ${token ?? env.secretKey}`,
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new BackendError(messageOf(text, response.status), response);
      return schema.parse(text === "" ? null : JSON.parse(text));
    },
  };
}

/** PostgREST uses `message`, GoTrue `msg`. */
function messageOf(text: string, status: number): string {
  try {
    const { message, msg } = errorSchema.parse(JSON.parse(text));
    return message ?? msg ?? `The backend answered with status ${status}.`;
  } catch {
    return `The backend answered with status ${status}.`;
  }
}

const errorSchema = z.object({ message: z.string().optional(), msg: z.string().optional() });
