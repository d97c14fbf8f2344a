import { insertUser, saveUser, translateTakenEmail } from "../auth/admin-users.ts";
import { deleteAllFactors } from "../auth/factors/factors.ts";
import { createPasswords, type Passwords } from "../auth/passwords.ts";
import { clearSignInCounts } from "../auth/sign-in-limits.ts";
import type { Queries } from "../auth/users.ts";
import type { ServerDeps } from "../deps.ts";

interface OwnerDeps {
  database: Pick<ServerDeps["database"], "sql">;
  passwords?: Pick<Passwords, "hash">;
}

export interface Credentials {
  email: string;
  password: string;
}

/** Whether any user has the role `admin`. */
export async function hasOwner({ database }: OwnerDeps): Promise<boolean> {
  return (await ownerId(database.sql)) !== null;
}

/**
 * Creates the owner unless there is one; of several concurrent processes, exactly one succeeds.
 * @returns whether this call created it.
 * @throws {EmailTakenError} when a user without the role has this email.
 */
export async function ensureOwner(deps: OwnerDeps, credentials: Credentials): Promise<boolean> {
  if (await hasOwner(deps)) return false;
  return withPasswords(deps, async (passwords) => {
    const { sql } = deps.database;
    const hash = await passwords.hash(credentials.password);
    return translateTakenEmail(() =>
      sql.begin(async (tx) => {
        // Concurrent calls wait here and then find the owner.
        await tx`lock table private.members in share row exclusive mode`;
        if (await ownerId(tx)) return false;
        const user = await insertUser(
          tx,
          { email: normalized(credentials.email), email_confirm: true },
          hash,
        );
        await tx`insert into private.members (user_id, role) values (${user.id}, 'admin')`;
        return true;
      }),
    );
  });
}

/** Result of `setOwner`. */
export type OwnerChange = { done: "created" } | { done: "reset"; removedFactors: number };

/**
 * Creates the owner, or sets the existing owner's email and password, removes its second factors,
 * which may be lost, and ends all its sessions.
 */
export async function setOwner(deps: OwnerDeps, credentials: Credentials): Promise<OwnerChange> {
  // Someone with access to the server must not be locked out by other people's failed attempts.
  await clearSignInCounts(deps.database.sql);
  if (await ensureOwner(deps, credentials)) return { done: "created" };
  return withPasswords(deps, async (passwords) => {
    const { sql } = deps.database;
    const id = await ownerId(sql);
    if (!id) throw new Error("The owner was removed meanwhile. Run the command again.");
    await saveUser({ sql, passwords }, id, {
      email: normalized(credentials.email),
      password: credentials.password,
      email_confirm: true,
      ban_duration: "none",
    });
    const removedFactors = await sql.begin((tx) => deleteAllFactors(tx, id));
    return { done: "reset", removedFactors };
  });
}

export async function ownerEmail(sql: Queries): Promise<string | null> {
  const [row] = await sql<{ email: string | null }[]>`
    select users.email from auth.users join private.members on members.user_id = users.id
    where members.role = 'admin'`;
  return row?.email ?? null;
}

const normalized = (email: string) => email.trim().toLowerCase();

async function ownerId(sql: Queries): Promise<string | null> {
  const [row] = await sql<{ user_id: string }[]>`
    select user_id from private.members where role = 'admin'`;
  return row?.user_id ?? null;
}

async function withPasswords<T>(
  deps: OwnerDeps,
  act: (passwords: Pick<Passwords, "hash">) => Promise<T>,
): Promise<T> {
  if (deps.passwords) return act(deps.passwords);
  const own = createPasswords();
  try {
    return await act(own);
  } finally {
    await own.close();
  }
}
