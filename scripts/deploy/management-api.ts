import { z } from "zod";

/** Supabase's Management API refused a call or did not answer. The message can be printed alone. */
export class ManagementApiError extends Error {
  override name = "ManagementApiError";
  /** HTTP status; 0 when there was no response. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Milliseconds for one call; creating a project takes the longest. */
const CALL_MS = 60_000;

const organizationSchema = z.object({ slug: z.string(), name: z.string() });
const planSchema = z.object({ plan: z.string().optional() });
const projectSchema = z.object({
  ref: z.string(),
  name: z.string(),
  region: z.string(),
  status: z.string(),
  organization_slug: z.string().optional(),
});
const keySchema = z.object({
  name: z.string(),
  type: z.string().nullish(),
  api_key: z.string().nullish(),
});
const authSchema = z.object({
  disable_signup: z.boolean().nullish(),
  external_anonymous_users_enabled: z.boolean().nullish(),
  site_url: z.string().nullish(),
  password_min_length: z.number().nullish(),
  security_sb_forwarded_for_enabled: z.boolean().nullish(),
  mailer_secure_email_change_enabled: z.boolean().nullish(),
  mfa_totp_enroll_enabled: z.boolean().nullish(),
  mfa_totp_verify_enabled: z.boolean().nullish(),
  security_update_password_require_current_password: z.boolean().nullish(),
  security_update_password_require_reauthentication: z.boolean().nullish(),
  /** Hours; 0 and null are no limit. Only paid plans can set them. */
  sessions_timebox: z.number().nullish(),
  sessions_inactivity_timeout: z.number().nullish(),
});
const storageSchema = z.object({ fileSizeLimit: z.number() });

export type Project = z.infer<typeof projectSchema>;
export type AuthConfig = z.infer<typeof authSchema>;

export interface NewProject {
  name: string;
  organization_slug: string;
  region: string;
  db_pass: string;
}

export type ManagementApi = ReturnType<typeof createManagementApi>;

/** The part of https://api.supabase.com/api/v1 that a deployment uses. */
export function createManagementApi({ url, token }: { url: string; token: string }) {
  async function call<T extends z.ZodType>(
    path: string,
    schema: T,
    { method = "GET", body }: { method?: string; body?: unknown } = {},
  ): Promise<z.infer<T>> {
    const unreachable = (cause: unknown) => {
      throw new ManagementApiError(`${url} could not be reached (${reasonOf(cause)}).`, 0);
    };
    const response = await fetch(`${url}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(CALL_MS),
    }).catch(unreachable);
    const text = await response.text().catch(unreachable);
    if (!response.ok) throw new ManagementApiError(messageOf(text, response), response.status);
    const parsed = schema.safeParse(parseJson(text));
    if (parsed.success) return parsed.data;
    throw new ManagementApiError(
      `The Management API answered ${method} ${path} with something else than expected.`,
      response.status,
    );
  }

  const project = (ref: string) => `/projects/${encodeURIComponent(ref)}`;
  return {
    listOrganizations: () => call("/organizations", z.array(organizationSchema)),
    /** `free`, `pro`, …; undefined when the token may not read it. */
    getPlan: async (slug: string) =>
      (await call(`/organizations/${encodeURIComponent(slug)}`, planSchema)).plan,
    listProjects: () => call("/projects", z.array(projectSchema)),
    getProject: (ref: string) => call(project(ref), projectSchema),
    createProject: ({ region, ...project }: NewProject) =>
      call("/projects", projectSchema, {
        method: "POST",
        body: { ...project, region_selection: { type: "specific", code: region } },
      }),
    /** Lists the keys, with secret keys in full. */
    listKeys: (ref: string) => call(`${project(ref)}/api-keys?reveal=true`, z.array(keySchema)),
    createKey: (ref: string, type: "publishable" | "secret") =>
      call(`${project(ref)}/api-keys?reveal=true`, keySchema, {
        method: "POST",
        body: { type, name: "foyer" },
      }),
    getAuthConfig: (ref: string) => call(`${project(ref)}/config/auth`, authSchema),
    saveAuthConfig: (ref: string, body: AuthConfig) =>
      call(`${project(ref)}/config/auth`, authSchema, { method: "PATCH", body }),
    /** Bytes of the largest file the project accepts. */
    getFileSizeLimit: async (ref: string) =>
      (await call(`${project(ref)}/config/storage`, storageSchema)).fileSizeLimit,
    /** Sets variables of the edge functions; others stay. */
    setSecrets: (ref: string, secrets: Record<string, string>) =>
      call(`${project(ref)}/secrets`, z.unknown(), {
        method: "POST",
        body: Object.entries(secrets).map(([name, value]) => ({ name, value })),
      }),
    /** Runs SQL as `postgres`. */
    runSql: (ref: string, query: string) =>
      call(`${project(ref)}/database/query`, z.unknown(), { method: "POST", body: { query } }),
    /** Removes variables of the edge functions. */
    removeSecrets: (ref: string, names: readonly string[]) =>
      call(`${project(ref)}/secrets`, z.unknown(), { method: "DELETE", body: names }),
  };
}

function messageOf(text: string, { status, statusText }: Response): string {
  const refused = z.object({ message: z.string() }).safeParse(parseJson(text));
  return refused.data?.message ?? `The Management API answered ${status} ${statusText}`.trim();
}

/** @returns null for an empty text, undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  return cause instanceof Error ? cause.message : String(cause);
}
