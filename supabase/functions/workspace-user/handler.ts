import { z } from "zod";
import { DEVICE_INFO_MAX_LENGTH } from "../../../shared/limits.ts";
import { answerPost, Refusal } from "../_shared/answers.ts";
import { type Backend, createBackend, passRefusals } from "../_shared/backend.ts";
import type { FunctionEnvironment, FunctionHandler } from "../_shared/environment.ts";
import { requireRole } from "../_shared/require-role.ts";
import {
  getWorkspaceAccount,
  listMembers,
  type WorkspaceAccount,
  workspaceAccountSchema,
} from "../_shared/workspace-account.ts";
import {
  texts,
  type WorkspaceUserFactorsRemoved,
  type WorkspaceUserLoggedOut,
  type WorkspaceUserRequest,
  type WorkspaceUserSaved,
  workspaceUserRequest,
} from "./contract.ts";
import { createTemporaryPassword } from "./temporary-password.ts";

/**
 * Lets the owner create and update the one workspace user, log them out everywhere, and remove their
 * second factors after a lost device.
 */
export function createHandler(env: FunctionEnvironment): FunctionHandler {
  const backend = createBackend(env);
  return (request) =>
    answerPost(request, workspaceUserRequest, async (body) => {
      await requireRole(backend, request, "admin", texts.ownerOnly);
      switch (body.action) {
        case "create":
          return create(backend, body);
        case "update":
          return update(backend, body);
        case "force-logout":
          return forceLogout(backend, request.headers.get("user-agent"));
        case "remove-factors":
          return removeFactors(backend);
      }
    });
}

type Action<Name> = Extract<WorkspaceUserRequest, { action: Name }>;

async function create(backend: Backend, wanted: Action<"create">): Promise<WorkspaceUserSaved> {
  if (await findAccount(backend)) throw new Refusal(409, texts.alreadyExists);
  const { email, username, password } = wanted;
  const body = { email, password, email_confirm: true };
  const { id } = await passRefusals(
    () => backend.call("/auth/v1/admin/users", z.object({ id: z.string() }), { body }),
    texts.notCreated,
  );
  try {
    const claimed = await backend.call("/rest/v1/rpc/claim_role", z.boolean(), {
      body: { member: id, claimed: "workspace" },
    });
    if (!claimed) throw new Refusal(409, texts.alreadyExists);
    const insert = () => insertAccount(backend, id, email, username);
    return { user: await passRefusals(insert, texts.notCreated) };
  } catch (error) {
    // The role and the account are deleted with the user.
    await backend.call(`/auth/v1/admin/users/${id}`, z.unknown(), { method: "DELETE" });
    throw error;
  }
}

/** Updates the account first, which has the stricter rules and is easier to roll back. */
async function update(backend: Backend, wanted: Action<"update">): Promise<WorkspaceUserSaved> {
  const before = await requireAccount(backend);
  const { email, username, password } = wanted;
  const id = before.user_id;
  const user = await passRefusals(
    () => saveAccount(backend, id, { email: email.toLowerCase(), username }),
    texts.notUpdated,
  );
  try {
    const values = { email, ...(password ? { password } : {}) };
    await passRefusals(() => saveUser(backend, id, values), texts.notUpdated);
  } catch (error) {
    await saveAccount(backend, id, { email: before.email, username: before.username });
    throw error;
  }
  return { user };
}

/**
 * The new password ends every session. The logout is logged first, so that every logout is
 * recorded.
 * @param device the owner's device.
 */
async function forceLogout(
  backend: Backend,
  device: string | null,
): Promise<WorkspaceUserLoggedOut> {
  const account = await requireAccount(backend);
  const temporaryPassword = createTemporaryPassword();
  const [entry] = await backend.call("/rest/v1/workspace_activity_logs?select=id", logSchema, {
    body: {
      user_id: account.user_id,
      event_type: "logout_forced",
      device_info: device?.slice(0, DEVICE_INFO_MAX_LENGTH) ?? null,
    },
    headers: REPRESENTATION,
  });
  try {
    await saveUser(backend, account.user_id, { password: temporaryPassword });
  } catch (error) {
    await backend.call(`/rest/v1/workspace_activity_logs?id=eq.${entry?.id}`, z.unknown(), {
      method: "DELETE",
    });
    throw error;
  }
  return { temporaryPassword };
}

async function removeFactors(backend: Backend): Promise<WorkspaceUserFactorsRemoved> {
  const account = await requireAccount(backend);
  const user = `/auth/v1/admin/users/${account.user_id}`;
  const { factors } = await backend.call(user, factorsSchema);
  for (const { id } of factors) {
    await backend.call(`${user}/factors/${id}`, z.unknown(), { method: "DELETE" });
  }
  return { removed: factors.filter(({ status }) => status === "verified").length };
}

async function findAccount(backend: Backend): Promise<WorkspaceAccount | null> {
  const member = (await listMembers(backend)).find(({ role }) => role === "workspace");
  return member ? getWorkspaceAccount(backend, member.user_id) : null;
}

async function requireAccount(backend: Backend): Promise<WorkspaceAccount> {
  const account = await findAccount(backend);
  if (!account) throw new Refusal(404, texts.missing);
  return account;
}

async function insertAccount(backend: Backend, id: string, email: string, username: string) {
  const [user] = await backend.call("/rest/v1/workspace_users", savedSchema, {
    body: { user_id: id, email: email.toLowerCase(), username },
    headers: REPRESENTATION,
  });
  if (!user) throw new Refusal(500, texts.notCreated);
  return user;
}

async function saveAccount(
  backend: Backend,
  id: string,
  values: { email: string; username: string },
) {
  const [user] = await backend.call(`/rest/v1/workspace_users?user_id=eq.${id}`, savedSchema, {
    method: "PATCH",
    body: values,
    headers: REPRESENTATION,
  });
  if (!user) throw new Refusal(404, texts.missing);
  return user;
}

async function saveUser(
  backend: Backend,
  id: string,
  values: { email?: string; password?: string },
): Promise<void> {
  await backend.call(`/auth/v1/admin/users/${id}`, z.unknown(), { method: "PUT", body: values });
}

const factorsSchema = z.object({
  factors: z.array(z.object({ id: z.string(), status: z.string() })).default([]),
});
const savedSchema = z.array(workspaceAccountSchema);
const logSchema = z.array(z.object({ id: z.string() }));
const REPRESENTATION = { prefer: "return=representation" };
