import { randomUUID } from "node:crypto";
import { z } from "zod";
import { ACCOUNT_EMAIL_MAX_LENGTH } from "../../shared/limits.ts";
import {
  fitsBcrypt,
  isLongEnough,
  PASSWORD_TOO_LONG,
  PASSWORD_TOO_SHORT,
} from "../../shared/password.ts";
import type { Sql } from "../database/connect.ts";
import type { Passwords } from "./passwords.ts";
import {
  type AuthUser,
  getUser,
  type Queries,
  toAuthUser,
  type UserRow,
  userColumns,
} from "./users.ts";

/** Another user has this email. */
export class EmailTakenError extends Error {
  override name = "EmailTakenError";
}

/** The attributes that may be set. */
export const attributesSchema = z.object({
  email: z
    .email()
    .max(ACCOUNT_EMAIL_MAX_LENGTH)
    .transform((email) => email.toLowerCase())
    .optional(),
  password: z
    .string()
    .refine(isLongEnough, PASSWORD_TOO_SHORT)
    .refine(fitsBcrypt, PASSWORD_TOO_LONG)
    .optional(),
  email_confirm: z.boolean().optional(),
  user_metadata: z.record(z.string(), z.unknown()).optional(),
  app_metadata: z.record(z.string(), z.unknown()).optional(),
  /** The Go duration units used for bans, or `none`. */
  ban_duration: z
    .string()
    .regex(/^(none|(\d+h)?(\d+m)?(\d+s)?)$/, "invalid format for ban duration")
    .optional(),
});

export const createSchema = attributesSchema.extend({
  id: z.uuid().optional(),
  email: attributesSchema.shape.email.unwrap(),
});

type UserAttributes = z.infer<typeof attributesSchema>;
type NewUser = z.infer<typeof createSchema>;

interface Deps {
  sql: Sql;
  passwords: Pick<Passwords, "hash">;
}

/** A page of users, newest first. */
export async function listUsers(
  sql: Sql,
  page: number,
  perPage: number,
): Promise<{ users: AuthUser[]; total: number }> {
  const rows = await sql<UserRow[]>`
    select ${userColumns(sql)} from auth.users as u where u.deleted_at is null
    order by u.created_at desc, u.id limit ${perPage} offset ${(page - 1) * perPage}`;
  const [count] = await sql<{ total: number }[]>`
    select count(*) as total from auth.users where deleted_at is null`;
  return { users: rows.map(toAuthUser), total: count?.total ?? 0 };
}

/**
 * Creates a user with its email identity. Without a password, the user cannot sign in.
 * @throws {EmailTakenError}
 */
export async function createUser({ sql, passwords }: Deps, user: NewUser): Promise<AuthUser> {
  const hash = user.password === undefined ? null : await passwords.hash(user.password);
  return translateTakenEmail(() => sql.begin((tx) => insertUser(tx, user, hash)));
}

/** Creates a user with an already hashed password, within the caller's transaction. */
export async function insertUser(
  tx: Queries,
  user: Omit<NewUser, "password">,
  hash: string | null,
): Promise<AuthUser> {
  const id = user.id ?? randomUUID();
  const { email } = user;
  const confirmed = user.email_confirm === true;
  const appMetadata = { provider: "email", providers: ["email"], ...user.app_metadata };
  const identity = { sub: id, email, email_verified: confirmed, phone_verified: false };
  await tx`
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at,
      raw_app_meta_data, raw_user_meta_data, banned_until, created_at, updated_at)
    values (${id}, 'authenticated', 'authenticated', ${email}, ${hash},
      ${confirmed ? tx`now()` : null}, ${tx.json(appMetadata as never)},
      ${tx.json((user.user_metadata ?? {}) as never)}, ${bannedUntil(tx, user.ban_duration)}, now(), now())`;
  await tx`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
    values (${randomUUID()}, 'email', ${id}, ${id}, ${tx.json(identity)}, now(), now())`;
  const created = await getUser(tx, id);
  if (!created) throw new Error("The user just created is not there.");
  return created;
}

/**
 * Applies the given attributes. A new password ends all sessions in the same transaction.
 * @returns null when the user does not exist.
 * @throws {EmailTakenError}
 */
export async function saveUser(
  { sql, passwords }: Deps,
  id: string,
  changes: UserAttributes,
): Promise<AuthUser | null> {
  const hash = changes.password === undefined ? undefined : await passwords.hash(changes.password);
  return translateTakenEmail(() =>
    sql.begin(async (tx) => {
      const [locked] = await tx`
        select 1 from auth.users where id = ${id} and deleted_at is null for update`;
      if (!locked) return null;
      if (hash !== undefined) await setPassword(tx, id, hash);
      if (changes.email !== undefined) await setEmail(tx, id, changes.email);
      if (changes.email_confirm === true) {
        await tx`update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now())
          where id = ${id}`;
      }
      if (changes.ban_duration !== undefined) {
        await tx`update auth.users set banned_until = ${bannedUntil(tx, changes.ban_duration)} where id = ${id}`;
      }
      await mergeMetadata(tx, id, changes);
      await tx`update auth.users set updated_at = now() where id = ${id}`;
      return getUser(tx, id);
    }),
  );
}

/** Deletes a user and all dependent rows. @returns whether the user existed. */
export async function removeUser(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql`delete from auth.users where id = ${id} returning id`;
  return rows.length > 0;
}

/** Sets the hash and ends all sessions except the given one, with their refresh tokens. */
export async function setPassword(
  tx: Queries,
  id: string,
  hash: string,
  keptSession: string | null = null,
): Promise<void> {
  await tx`update auth.users set encrypted_password = ${hash} where id = ${id}`;
  await tx`delete from auth.sessions where user_id = ${id} and id is distinct from ${keptSession}`;
  await tx`delete from auth.refresh_tokens
    where user_id = ${id} and session_id is distinct from ${keptSession}`;
}

/**
 * Sets the email in both tables that store it, as confirmed, because the caller has verified it.
 */
export async function setEmail(tx: Queries, id: string, email: string): Promise<void> {
  await tx`update auth.users set email = ${email}, email_confirmed_at = coalesce(email_confirmed_at, now())
    where id = ${id}`;
  await tx`update auth.identities set updated_at = now(),
      identity_data = identity_data || ${tx.json({ email, email_verified: true })}
    where user_id = ${id} and provider = 'email'`;
}

/** Merges keys one level deep; null removes a key, as in GoTrue. */
async function mergeMetadata(tx: Queries, id: string, changes: UserAttributes) {
  if (changes.app_metadata) {
    await tx`update auth.users set raw_app_meta_data = jsonb_strip_nulls(
      coalesce(raw_app_meta_data, '{}') || ${tx.json(changes.app_metadata as never)}) where id = ${id}`;
  }
  if (changes.user_metadata) {
    await tx`update auth.users set raw_user_meta_data = jsonb_strip_nulls(
      coalesce(raw_user_meta_data, '{}') || ${tx.json(changes.user_metadata as never)}) where id = ${id}`;
  }
}

function bannedUntil(tx: Queries, duration: string | undefined) {
  if (duration === undefined || duration === "none" || duration === "") return null;
  const [, hours, minutes, seconds] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(duration) ?? [];
  const total = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return tx`now() + ${`${total} seconds`}::interval`;
}

/** Converts the unique index's error to {@link EmailTakenError}. */
export async function translateTakenEmail<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { code, constraint_name: constraint } = error as {
      code?: string;
      constraint_name?: string;
    };
    if (code === "23505" && constraint === "users_email_partial_key") throw new EmailTakenError();
    throw error;
  }
}
