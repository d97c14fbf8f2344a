import { type Context, Hono } from "hono";
import { z } from "zod";
import { ACCOUNT_EMAIL_MAX_LENGTH } from "../../shared/limits.ts";
import { EmailTakenError } from "../auth/admin-users.ts";
import { requireCaller } from "../auth/caller.ts";
import { type Passwords, PasswordsBusyError } from "../auth/passwords.ts";
import { knownNames, weaknessOf } from "../auth/weak-password.ts";
import { passwordRule } from "../config.ts";
import type { ServerDeps } from "../deps.ts";
import { ownOrigins } from "../http/cors.ts";
import { notFound } from "../http/error-responses.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import { BodyTooLargeError, readBody } from "../http/request-body.ts";
import { visitorAddress } from "../http/visitor-address.ts";
import { PASSWORD_QUEUE_RETRY_SECONDS } from "../limits/limits.ts";
import type { RateLimit } from "../limits/rate-limit.ts";
import type { RateLimits } from "../limits/rate-limits.ts";
import { ensureOwner, hasOwner } from "../owner/account.ts";
import { alreadyOwned, answer, refuse, tooMany } from "./answers.ts";
import { createArchiveRoutes } from "./archive-routes.ts";
import { createSetupLinkPrinter, type SetupLinkPrinter, tryToken } from "./setup-links.ts";

/** Wrong tokens per address; typing errors need far fewer. */
const WRONG_SETUP_TOKENS: RateLimit = { name: "setup", limit: 20, seconds: 10 * 60 };

/** Maximum bytes of a body. An email, a password and a token are far smaller. */
const SETUP_BODY_BYTES = 4 * 1024;

export interface SetupDeps {
  deps: Pick<ServerDeps, "blobs" | "config" | "database" | "log" | "origin" | "secrets">;
  limits: RateLimits;
  passwords: Passwords;
  /** Validity of a link; for tests that cannot wait half an hour. */
  linkSeconds?: number | undefined;
}

/**
 * Creates the first owner, under `/setup/v1/owner`: `GET` returns whether setup is open; `POST`
 * takes the printed link's token, an email and a password. `/setup/v1/archive` restores a site with
 * its owner instead. Once there is an owner, all of these answer 410.
 */
export function createSetup({ deps, limits, passwords, linkSeconds }: SetupDeps): {
  routes: Hono<GatewayEnvironment>;
  printer: SetupLinkPrinter;
  /** Cancels a restore. */
  close(): Promise<void>;
} {
  const { config, database, log } = deps;
  const printer = createSetupLinkPrinter(deps, linkSeconds);
  const routes = new Hono<GatewayEnvironment>();

  routes.use(async (context, next) => {
    await requireCaller(context.req.raw.headers, deps);
    if (isForeign(context.req.raw, deps.origin)) {
      return refuse(
        403,
        "foreign_origin",
        "The owner can only be created from the site's own page.",
      );
    }
    await next();
  });

  routes.get("/owner", async () =>
    (await hasOwner(deps)) ? alreadyOwned() : answer(200, { open: true }),
  );

  routes.post("/owner", async (context) => {
    if (await hasOwner(deps)) return alreadyOwned();
    const body = await readRequest(context);
    if (body instanceof Response) return body;
    const refusal = await refuseToken(context, body.token);
    if (refusal) return refusal;
    const credentials = credentialsSchema.safeParse(body);
    if (!credentials.success) {
      const [issue] = credentials.error.issues;
      const field = String(issue?.path[0]);
      return refuse(422, "validation_failed", `The ${field} ${issue?.message}.`, field);
    }
    const { email, password } = credentials.data;
    const known = `${email} ${await knownNames(database.sql, deps.origin)}`;
    const weakness = await weaknessOf(password, known);
    if (weakness) return refuse(422, "weak_password", weakness.message, "password");
    return createOwner(credentials.data);
  });

  const archive = createArchiveRoutes({
    deps,
    refuseToken: async (context, token) =>
      (await hasOwner(deps)) ? alreadyOwned() : refuseToken(context, token),
    onOwner: () => printer.close(),
  });
  routes.route("/archive", archive.routes);
  routes.all("*", () => notFound());
  return {
    routes,
    printer,
    async close() {
      printer.close();
      await archive.close();
    },
  };

  /** Counts only invalid tokens, so that users behind the same address are not locked out. */
  async function refuseToken(
    context: Context<GatewayEnvironment>,
    token: string,
  ): Promise<Response | null> {
    const found = await tryToken(database.sql, token);
    if (found === "open") return null;
    const address = visitorAddress(context.req.raw.headers, context.env, config.trustProxy);
    const hit = await limits.hit(WRONG_SETUP_TOKENS, address);
    if (!hit.allowed) return tooMany(hit.retryAfterSeconds);
    // An owner who was created in the meantime has invalidated every link.
    if (await hasOwner(deps)) return alreadyOwned();
    if (found === "expired") await printer.renew();
    return refuse(403, `setup_link_${found}`, refusals[found]);
  }

  async function createOwner(credentials: z.infer<typeof credentialsSchema>): Promise<Response> {
    try {
      if (!(await ensureOwner({ database, passwords }, credentials))) return alreadyOwned();
    } catch (error) {
      if (error instanceof PasswordsBusyError) return tooMany(PASSWORD_QUEUE_RETRY_SECONDS);
      if (!(error instanceof EmailTakenError)) throw error;
      const text = "Another account already uses this email. Choose a different one.";
      return refuse(422, "email_exists", text, "email");
    }
    printer.close();
    log.info(`Created the owner ${credentials.email} through the setup link.`);
    return answer(201, { email: credentials.email });
  }
}

const requestSchema = z.object({
  token: z.string(),
  email: z.unknown().optional(),
  password: z.unknown().optional(),
});

const credentialsSchema = z.object({
  email: z
    .string("is missing")
    .trim()
    .toLowerCase()
    .max(ACCOUNT_EMAIL_MAX_LENGTH, "is too long")
    .pipe(z.email("is not an email address")),
  password: z.string("is missing").pipe(passwordRule),
});

const refusals = {
  wrong:
    "This setup link is not valid. Open the link exactly as the server printed it; only the newest one works.",
  expired: "This setup link has expired. Open the new one that the server printed.",
} as const;

async function readRequest(
  context: Context<GatewayEnvironment>,
): Promise<z.infer<typeof requestSchema> | Response> {
  // With this content type, browsers send a preflight for requests of other sites.
  if (!/^application\/json\b/i.test(context.req.header("content-type") ?? "")) {
    return refuse(415, "bad_json", "The request must be JSON.");
  }
  try {
    const text = new TextDecoder().decode(await readBody(context.req.raw, SETUP_BODY_BYTES));
    const parsed = requestSchema.safeParse(JSON.parse(text));
    if (parsed.success) return parsed.data;
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      return refuse(413, "request_too_large", "The request is too large.");
    }
    if (!(error instanceof SyntaxError)) throw error;
  }
  return refuse(400, "bad_json", "The request is not valid JSON.");
}

/** Browsers send the requesting page's origin, which must be one of this site's. */
function isForeign(request: Request, origin: string): boolean {
  const requestOrigin = request.headers.get("origin");
  if (requestOrigin === null) return false;
  if (ownOrigins(origin).has(requestOrigin)) return false;
  return (
    !URL.canParse(requestOrigin) || new URL(requestOrigin).host !== request.headers.get("host")
  );
}
