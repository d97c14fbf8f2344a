import { type Context, Hono } from "hono";
import { z } from "zod";
import type { Sql } from "../database/connect.ts";
import { authError } from "../http/error-responses.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import { PASSWORD_QUEUE_RETRY_SECONDS } from "../limits/limits.ts";
import {
  attributesSchema,
  createSchema,
  createUser,
  listUsers,
  removeUser,
  saveUser,
} from "./admin-users.ts";
import { deleteFactor, getFactor } from "./factors/factors.ts";
import { readJson } from "./json-body.ts";
import { type Passwords, PasswordsBusyError } from "./passwords.ts";
import { tooManyAttempts } from "./sign-in-limits.ts";
import { getUser } from "./users.ts";

/** GoTrue's `/auth/v1/admin/users` including factors; requires the secret key. */
export function createAdminRoutes(deps: {
  sql: Sql;
  passwords: Passwords;
}): Hono<GatewayEnvironment> {
  const { sql } = deps;
  const routes = new Hono<GatewayEnvironment>();

  routes.use(async (context, next) => {
    if (context.var.caller.role !== "service_role") {
      throw authError(403, "not_admin", "User not allowed");
    }
    await next();
  });
  routes.onError((error) => {
    if (!(error instanceof PasswordsBusyError)) throw error;
    throw tooManyAttempts(PASSWORD_QUEUE_RETRY_SECONDS, "Too many passwords at once");
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
    return context.json(await createUser(deps, attributes));
  });

  routes.get("/users/:id", async (context) =>
    context.json(existing(await getUser(sql, idOf(context)))),
  );

  routes.put("/users/:id", async (context) => {
    const id = idOf(context);
    const attributes = await readAttributes(context.req.raw, attributesSchema);
    return context.json(existing(await saveUser(deps, id, attributes)));
  });

  routes.delete("/users/:id", async (context) => {
    const id = idOf(context);
    const body = await readJson(context.req.raw);
    if (body.should_soft_delete === true) {
      throw authError(400, "validation_failed", "Soft deletion is not available here");
    }
    existing(await removeUser(sql, id));
    return context.json({});
  });

  routes.get("/users/:id/factors", async (context) =>
    context.json(existing(await getUser(sql, idOf(context))).factors ?? []),
  );

  routes.delete("/users/:id/factors/:factor", async (context) => {
    const factor = await getFactor(sql, idOf(context), idOf(context, "factor"));
    if (!factor) throw authError(404, "mfa_factor_not_found", "Factor not found");
    await sql.begin((tx) => deleteFactor(tx, factor.id));
    return context.json({ id: factor.id });
  });
  return routes;
}

function idOf(context: Context, name = "id"): string {
  const { success, data } = z.uuid().safeParse(context.req.param(name));
  if (!success) throw authError(404, "validation_failed", "user_id must be an UUID");
  return data;
}

/** @param user null or false if it does not exist. */
function existing<T>(user: T | null | false): T {
  if (user) return user;
  throw authError(404, "user_not_found", "User not found");
}

async function readAttributes<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(await readJson(request));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = String(issue?.path[0] ?? "");
  if (field === "password") throw authError(422, "weak_password", issue?.message ?? "");
  if (field === "email") {
    throw authError(400, "validation_failed", "Unable to validate email address: invalid format");
  }
  throw authError(400, "validation_failed", `${field}: ${issue?.message}`);
}

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
