import { Hono } from "hono";
import { z } from "zod";
import type { Sql } from "../database/connect.ts";
import { authError } from "../http/error-responses.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import { PASSWORD_QUEUE_RETRY_SECONDS } from "../limits/limits.ts";
import {
  createUser,
  EMAIL_TAKEN,
  EmailTakenError,
  listUsers,
  removeUser,
  saveUser,
} from "./admin-users.ts";
import { deleteFactor, getFactor } from "./factors/factors.ts";
import { readJson } from "./json-body.ts";
import { type Passwords, PasswordsBusyError } from "./passwords.ts";
import { attributesSchema, createSchema } from "./user-attributes.ts";
import { getUser } from "./users.ts";

/** GoTrue's `/auth/v1/admin/users` and their factors; requires the secret key. */
export function createAdminRoutes(deps: {
  sql: Sql;
  passwords: Passwords;
}): Hono<GatewayEnvironment> {
  const { sql, passwords } = deps;
  const routes = new Hono<GatewayEnvironment>();

  routes.use(async (context, next) => {
    if (context.var.caller.role !== "service_role") {
      return authError(403, "not_admin", "User not allowed");
    }
    await next();
  });

  routes.get("/users", async (context) => {
    const page = positive(context.req.query("page"), 1, 1_000_000);
    const perPage = positive(context.req.query("per_page"), 50, 1000);
    const { users, total } = await listUsers(sql, page, perPage);
    context.header("x-total-count", String(total));
    context.header("link", linksOf(page, Math.max(1, Math.ceil(total / perPage)), perPage));
    return context.json({ users, aud: "authenticated" });
  });

  routes.post("/users", async (context) => {
    const attributes = await readAttributes(context.req.raw, createSchema);
    if (attributes instanceof Response) return attributes;
    return answer(async () => Response.json(await createUser(deps, attributes)));
  });

  routes.get("/users/:id", async (context) => {
    const id = idSchema.safeParse(context.req.param("id"));
    if (!id.success) return invalidId();
    const user = await getUser(sql, id.data);
    return user ? context.json(user) : userNotFound();
  });

  routes.put("/users/:id", async (context) => {
    const id = idSchema.safeParse(context.req.param("id"));
    if (!id.success) return invalidId();
    const attributes = await readAttributes(context.req.raw, attributesSchema);
    if (attributes instanceof Response) return attributes;
    return answer(async () => {
      const user = await saveUser({ sql, passwords }, id.data, attributes);
      return user ? Response.json(user) : userNotFound();
    });
  });

  routes.delete("/users/:id", async (context) => {
    const id = idSchema.safeParse(context.req.param("id"));
    if (!id.success) return invalidId();
    const body = await readJson(context.req.raw);
    if (body instanceof Response) return body;
    if (body.should_soft_delete === true) {
      return authError(400, "validation_failed", "Soft deletion is not available here");
    }
    return (await removeUser(sql, id.data)) ? context.json({}) : userNotFound();
  });

  routes.get("/users/:id/factors", async (context) => {
    const id = idSchema.safeParse(context.req.param("id"));
    if (!id.success) return invalidId();
    const user = await getUser(sql, id.data);
    return user ? context.json(user.factors ?? []) : userNotFound();
  });

  routes.delete("/users/:id/factors/:factor", async (context) => {
    const id = idSchema.safeParse(context.req.param("id"));
    const factorId = idSchema.safeParse(context.req.param("factor"));
    if (!id.success || !factorId.success) return invalidId();
    const factor = await getFactor(sql, id.data, factorId.data);
    if (!factor) return authError(404, "mfa_factor_not_found", "Factor not found");
    await sql.begin((tx) => deleteFactor(tx, factor.id));
    return context.json({ id: factor.id });
  });
  return routes;
}

const idSchema = z.uuid();

async function readAttributes<T>(request: Request, schema: z.ZodType<T>): Promise<T | Response> {
  const body = await readJson(request);
  if (body instanceof Response) return body;
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? "");
  if (field === "password") return authError(422, "weak_password", issue?.message ?? "");
  if (field === "email") {
    return authError(400, "validation_failed", "Unable to validate email address: invalid format");
  }
  return authError(400, "validation_failed", `${field}: ${issue?.message}`);
}

async function answer(act: () => Promise<Response>): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof EmailTakenError) {
      return authError(422, "email_exists", EMAIL_TAKEN);
    }
    if (error instanceof PasswordsBusyError) {
      return authError(429, "over_request_rate_limit", "Too many passwords at once", {
        "retry-after": String(PASSWORD_QUEUE_RETRY_SECONDS),
      });
    }
    throw error;
  }
}

const userNotFound = () => authError(404, "user_not_found", "User not found");
const invalidId = () => authError(404, "validation_failed", "user_id must be an UUID");

function positive(text: string | undefined, fallback: number, most: number): number {
  const value = Number(text ?? fallback);
  return Number.isInteger(value) && value > 0 ? Math.min(value, most) : fallback;
}

/** supabase-js parses the next and the last page from these links. */
function linksOf(page: number, lastPage: number, perPage: number): string {
  const link = (to: number, rel: string) =>
    `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
  return [...(page < lastPage ? [link(page + 1, "next")] : []), link(lastPage, "last")].join(", ");
}
