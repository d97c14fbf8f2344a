import { SETUP_PATH } from "../../../shared/api-paths.ts";
import { BackendError, UNKNOWN_ERROR } from "../../lib/errors.ts";
import { readClientConfig } from "../../lib/site-config.ts";

/** A refusal by the embedded host; `field` is the form field to correct. */
export class SetupError extends BackendError {
  readonly field: "email" | "password" | null;

  constructor(message: string, options: { code?: string; status?: number; field?: unknown } = {}) {
    super(message, options);
    const { field } = options;
    this.field = field === "email" || field === "password" ? field : null;
  }
}

/** Whether the site has no owner yet. */
export async function isSetupOpen(): Promise<boolean> {
  const response = await call({});
  if (response.status === 410) return false;
  if (!response.ok) throw await refusalOf(response);
  return true;
}

/**
 * Creates the owner with the token of the printed link.
 * @throws {SetupError} with the text to show; status 410 when an owner already exists.
 */
export async function createOwner(values: {
  token: string;
  email: string;
  password: string;
}): Promise<void> {
  const response = await call({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(values),
  });
  if (!response.ok) throw await refusalOf(response);
}

async function call(init: { method?: string; headers?: object; body?: string }): Promise<Response> {
  const { supabaseUrl, publishableKey } = readClientConfig();
  return fetch(`${supabaseUrl}${SETUP_PATH}/owner`, {
    ...init,
    headers: { ...init.headers, apikey: publishableKey },
  });
}

/** The error for a response that is not `ok`. */
export async function refusalOf(response: Response): Promise<SetupError> {
  const body: unknown = await response.json().catch(() => null);
  const { code, message, field } = (body ?? {}) as Record<string, unknown>;
  return new SetupError(typeof message === "string" ? message : UNKNOWN_ERROR, {
    code: typeof code === "string" ? code : "",
    status: response.status,
    field,
  });
}
