// A stand-in for Supabase Auth with the routes, rows, claims, errors and headers listed in
// README.md, using the database as `supabase_auth_admin`. Our own code, modeled on Auth 2.x.
import { randomBytes, randomUUID } from "node:crypto";
import http from "node:http";
import { sign, verify } from "./jwt.mjs";

const NIL = "00000000-0000-0000-0000-000000000000";
const BODY_LIMIT = 1 << 20;
const LONGEST_PASSWORD = 72;

class Refusal extends Error {
  constructor(status, code, message, more = {}) {
    super(message);
    Object.assign(this, { status, code, more });
  }
}
const invalid = (message) => new Refusal(400, "validation_failed", message);

export function createAuth({ sql, bcrypt, jwtSecret, issuer, settings }) {
  const routes = [
    [
      "GET",
      /^\/health$/,
      () => ({
        version: "hosted-lab",
        name: "GoTrue",
        description: "GoTrue is a user registration and authentication API",
      }),
    ],
    ["GET", /^\/settings$/, describe],
    ["GET", /^\/\.well-known\/jwks\.json$/, () => ({ keys: [] })],
    ["POST", /^\/signup$/, signUp],
    ["POST", /^\/token$/, token],
    ["POST", /^\/logout$/, logOut],
    ["GET", /^\/user$/, async (call) => userJson((await signedIn(call)).user)],
    ["PUT", /^\/user$/, changeOwn],
    ["GET", /^\/admin\/users$/, admin(listUsers)],
    ["POST", /^\/admin\/users$/, admin(createUser)],
    ["GET", /^\/admin\/users\/([^/]+)$/, admin(async (call) => userJson(await named(call)))],
    ["PUT", /^\/admin\/users\/([^/]+)$/, admin(changeUser)],
    ["DELETE", /^\/admin\/users\/([^/]+)$/, admin(removeUser)],
  ];
  /** Routes of Auth that this stand-in lacks. */
  const absent =
    /^\/(otp|magiclink|recover|resend|verify|authorize|callback|reauthenticate|invite|factors|passkeys|sso|oauth|user\/identities|admin)(\/|$)/;

  return http.createServer(async (request, response) => {
    const url = new URL(request.url, "http://auth");
    const call = {
      request,
      url,
      headers: {},
      ip: request.headers["x-forwarded-for"]?.split(",")[0].trim() || null,
    };
    const version =
      /^\d{4}-\d\d-\d\d$/.test(request.headers["x-supabase-api-version"] ?? "") &&
      request.headers["x-supabase-api-version"] >= "2024-01-01";
    try {
      call.body = await read(request);
      const route = routes.find(
        ([method, path]) => method === request.method && path.test(url.pathname),
      );
      if (!route) {
        if (absent.test(url.pathname))
          throw new Refusal(
            404,
            "not_in_hosted_lab",
            `hosted-lab does not imitate ${request.method} ${url.pathname}`,
          );
        const known = routes.some(([, path]) => path.test(url.pathname));
        response.writeHead(known ? 405 : 404, { "content-type": "text/plain; charset=utf-8" });
        return response.end(known ? "" : "404 page not found\n");
      }
      call.match = route[1].exec(url.pathname);
      const answer = await route[2](call);
      if (answer === null) return response.writeHead(204, call.headers).end();
      send(response, 200, answer, call.headers);
    } catch (error) {
      if (!(error instanceof Refusal)) console.error("auth:", error);
      const refusal =
        error instanceof Refusal
          ? error
          : new Refusal(
              500,
              "unexpected_failure",
              "Unexpected failure, please check server logs for more information",
            );
      const headers = { ...call.headers, "x-sb-error-code": refusal.code };
      const { status, code, message, more } = refusal;
      // The only answer in OAuth's format.
      if (code === "oauth")
        return send(
          response,
          status,
          { error: "invalid_request", error_description: message },
          call.headers,
        );
      if (version)
        send(
          response,
          status,
          { code, message, ...more },
          { ...headers, "x-supabase-api-version": "2024-01-01" },
        );
      else
        send(response, status, { code: status, error_code: code, msg: message, ...more }, headers);
    }
  });

  // Signing in ----------------------------------------------------------------------------------------

  async function token(call) {
    const kind = call.url.searchParams.get("grant_type");
    if (kind === "password") return passwordGrant(call);
    if (kind === "refresh_token") return refreshGrant(call);
    if (["pkce", "id_token", "web3"].includes(kind))
      throw new Refusal(404, "not_in_hosted_lab", `hosted-lab does not imitate grant_type=${kind}`);
    throw new Refusal(400, "invalid_credentials", "unsupported_grant_type");
  }

  async function passwordGrant(call) {
    const { email, phone, password = "" } = json(call);
    if (email && phone)
      throw invalid("Only an email address or phone number should be provided on login.");
    if (phone) throw new Refusal(422, "phone_provider_disabled", "Phone logins are disabled");
    if (!email) throw invalid("missing email or phone");
    const [user] =
      await sql`select * from users where instance_id = ${NIL} and lower(email) = ${String(email).toLowerCase()} and aud = 'authenticated' and is_sso_user = false`;
    const wrong = new Refusal(400, "invalid_credentials", "Invalid login credentials");
    if (!user?.encrypted_password) throw wrong;
    if (banned(user)) throw new Refusal(400, "user_banned", "User is banned");
    if (!(await bcrypt.compare(String(password), user.encrypted_password))) throw wrong;
    if (!user.email_confirmed_at)
      throw new Refusal(400, "email_not_confirmed", "Email not confirmed");
    return { ...(await openSession(call, user)), weak_password: weakness(String(password)) };
  }

  function openSession(call, user) {
    return sql.begin(async (tx) => {
      const id = randomUUID();
      const agent = call.request.headers["user-agent"] ?? null;
      await tx`insert into sessions (id, user_id, created_at, updated_at, aal, user_agent, ip) values (${id}, ${user.id}, now(), now(), 'aal1', ${agent}, ${call.ip})`;
      await tx`insert into mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method) values (${randomUUID()}, ${id}, now(), now(), 'password')`;
      await tx`update users set last_sign_in_at = now(), updated_at = now() where id = ${user.id}`;
      const refresh = await newToken(tx, user.id, id, null);
      call.headers["sb-auth-user-id"] = user.id;
      call.headers["sb-auth-session-id"] = id;
      return tokens(tx, user.id, id, refresh);
    });
  }

  async function newToken(tx, userId, sessionId, parent) {
    const value = randomText(12);
    await tx`insert into refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
      values (${NIL}, ${value}, ${userId}, false, clock_timestamp(), clock_timestamp(), ${parent}, ${sessionId})`;
    return value;
  }

  async function tokens(tx, userId, sessionId, refresh) {
    const user = await userJson(await byId(userId, tx), tx);
    const amr =
      await tx`select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp from mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`;
    const [{ aal }] = await tx`select aal from sessions where id = ${sessionId}`;
    const now = Math.floor(Date.now() / 1000);
    const exp = now + settings.jwtExpiry;
    const claims = {
      iss: issuer,
      sub: user.id,
      aud: user.aud,
      exp,
      iat: now,
      email: user.email,
      phone: user.phone,
      app_metadata: user.app_metadata,
      user_metadata: user.user_metadata,
      role: user.role,
      aal,
      amr: amr.map(({ method, timestamp }) => ({ method, timestamp })),
      session_id: sessionId,
      is_anonymous: user.is_anonymous,
    };
    return {
      access_token: sign(claims, jwtSecret),
      token_type: "bearer",
      expires_in: settings.jwtExpiry,
      expires_at: exp,
      refresh_token: refresh,
      user,
    };
  }

  async function refreshGrant(call) {
    const { refresh_token: given } = json(call);
    if (!given) throw new Refusal(400, "oauth", "refresh_token required");
    const outcome = await sql.begin(async (tx) => {
      // Serializes refreshes of a session, no matter which of its tokens is used.
      const [held] =
        await tx`select sessions.id, not_after <= now() as over from sessions join refresh_tokens on session_id = sessions.id where token = ${given} for update of sessions`;
      const [token] =
        await tx`select *, updated_at + make_interval(secs => ${settings.reuseInterval}) > clock_timestamp() as reusable from refresh_tokens where token = ${given} and instance_id = ${NIL}`;
      if (!token)
        return new Refusal(
          400,
          "refresh_token_not_found",
          "Invalid Refresh Token: Refresh Token Not Found",
        );
      const user = await byId(token.user_id, tx);
      call.headers["sb-auth-user-id"] = token.user_id;
      if (banned(user))
        return new Refusal(400, "user_banned", "Invalid Refresh Token: User Banned");
      if (!held)
        return new Refusal(
          400,
          "session_not_found",
          "Invalid Refresh Token: No Valid Session Found",
        );
      if (held.over)
        return new Refusal(400, "session_expired", "Invalid Refresh Token: Session Expired");
      call.headers["sb-auth-session-id"] = held.id;
      let issued;
      if (token.revoked) {
        const [active] =
          await tx`select token, parent from refresh_tokens where session_id = ${held.id} and revoked = false order by id desc limit 1`;
        if (active?.parent === token.token) issued = active.token;
        else if (!token.reusable) {
          if (settings.rotation)
            await tx`update refresh_tokens set revoked = true, updated_at = now() where session_id = ${held.id} and revoked = false`;
          return new Refusal(
            400,
            "refresh_token_already_used",
            "Invalid Refresh Token: Already Used",
          );
        }
      }
      if (!issued) {
        await tx`update refresh_tokens set revoked = true, updated_at = clock_timestamp() where id = ${token.id}`;
        issued = await newToken(tx, token.user_id, held.id, token.token);
      }
      const agent = call.request.headers["user-agent"] ?? null;
      await tx`update sessions set refreshed_at = now() at time zone 'utc', updated_at = now(), user_agent = ${agent}, ip = ${call.ip} where id = ${held.id}`;
      return tokens(tx, token.user_id, held.id, issued);
    });
    if (outcome instanceof Refusal) throw outcome;
    return outcome;
  }

  async function logOut(call) {
    const scope = call.url.searchParams.get("scope") || "global";
    const { user, session } = await signedIn(call);
    if (!["global", "local", "others"].includes(scope))
      throw invalid(`Unsupported logout scope "${scope}"`);
    if (session && scope === "local") await sql`delete from sessions where id = ${session.id}`;
    else if (session && scope === "others")
      await sql`delete from sessions where user_id = ${user.id} and id <> ${session.id}`;
    else await sql`delete from sessions where user_id = ${user.id}`;
    return null;
  }

  // Callers -------------------------------------------------------------------------------------------

  function claimsOf(call) {
    const bearer = /^(?:B|b)earer (\S+)$/.exec(call.request.headers.authorization ?? "")?.[1];
    if (!bearer)
      throw new Refusal(401, "no_authorization", "This endpoint requires a valid Bearer token");
    try {
      return verify(bearer, jwtSecret);
    } catch (error) {
      throw new Refusal(
        403,
        "bad_jwt",
        `invalid JWT: unable to parse or verify signature, ${error.message}`,
      );
    }
  }

  async function signedIn(call, claims = claimsOf(call)) {
    if (!claims.sub) throw new Refusal(403, "bad_jwt", "invalid claim: missing sub claim");
    if (!isUuid(claims.sub))
      throw new Refusal(400, "bad_jwt", "invalid claim: sub claim must be a UUID");
    const user = await byId(claims.sub);
    if (!user)
      throw new Refusal(403, "user_not_found", "User from sub claim in JWT does not exist");
    let session = null;
    if (claims.session_id && claims.session_id !== NIL) {
      if (!isUuid(claims.session_id))
        throw new Refusal(403, "bad_jwt", "invalid claim: session_id claim must be a UUID");
      [session] =
        await sql`select *, created_at < now() - interval '24 hours' as old from sessions where id = ${claims.session_id}`;
      if (!session)
        throw new Refusal(
          403,
          "session_not_found",
          "Session from session_id claim in JWT does not exist",
        );
    }
    if (banned(user)) throw new Refusal(403, "user_banned", "User is banned");
    return { user, session };
  }

  function admin(handler) {
    return async (call) => {
      const claims = claimsOf(call);
      if (claims.session_id) await signedIn(call, claims);
      if (!["service_role", "supabase_admin"].includes(claims.role))
        throw new Refusal(403, "not_admin", "User not allowed");
      return handler(call);
    };
  }

  async function named(call) {
    const id = call.match[1];
    if (!isUuid(id)) throw new Refusal(404, "validation_failed", "user_id must be an UUID");
    const user = await byId(id);
    if (!user) throw new Refusal(404, "user_not_found", "User not found");
    return user;
  }

  // Users ---------------------------------------------------------------------------------------------

  async function byId(id, db = sql) {
    const [user] = await db`select * from users where id = ${id} and instance_id = ${NIL}`;
    return user;
  }

  async function userJson(user, db = sql, withIdentities = true) {
    const [{ row }] = await db`select to_jsonb(users) as row from users where id = ${user.id}`;
    const identities = withIdentities
      ? await db`select to_jsonb(identities) as row from identities where user_id = ${user.id} order by created_at`
      : null;
    return compact({
      id: row.id,
      aud: row.aud ?? "",
      role: row.role ?? "",
      email: row.email ?? "",
      email_confirmed_at: instant(row.email_confirmed_at),
      invited_at: instant(row.invited_at),
      phone: row.phone ?? "",
      phone_confirmed_at: instant(row.phone_confirmed_at),
      confirmation_sent_at: instant(row.confirmation_sent_at),
      confirmed_at: instant(row.confirmed_at),
      recovery_sent_at: instant(row.recovery_sent_at),
      new_email: row.email_change || undefined,
      email_change_sent_at: instant(row.email_change_sent_at),
      last_sign_in_at: instant(row.last_sign_in_at),
      app_metadata: row.raw_app_meta_data ?? {},
      user_metadata: row.raw_user_meta_data ?? {},
      identities: identities?.map(({ row: one }) =>
        compact({
          identity_id: one.id,
          id: one.provider_id,
          user_id: one.user_id,
          identity_data: one.identity_data,
          provider: one.provider,
          last_sign_in_at: instant(one.last_sign_in_at),
          created_at: instant(one.created_at),
          updated_at: instant(one.updated_at),
          email: one.email || undefined,
        }),
      ),
      created_at: instant(row.created_at),
      updated_at: instant(row.updated_at),
      banned_until: instant(row.banned_until),
      deleted_at: instant(row.deleted_at),
      is_anonymous: row.is_anonymous,
    });
  }

  function hash(password) {
    if (password.length > LONGEST_PASSWORD)
      throw invalid(`Password cannot be longer than ${LONGEST_PASSWORD} characters`);
    return bcrypt.hash(password, settings.cost);
  }

  function weakness(password) {
    if (password.length >= settings.minimumPassword) return null;
    return {
      message: `Password should be at least ${settings.minimumPassword} characters.`,
      reasons: ["length"],
    };
  }

  function strong(password) {
    if (Buffer.byteLength(password) > LONGEST_PASSWORD)
      throw invalid(`Password cannot be longer than ${LONGEST_PASSWORD} characters`);
    const weak = weakness(password);
    if (weak)
      throw new Refusal(422, "weak_password", weak.message, {
        weak_password: { reasons: weak.reasons },
      });
  }

  async function taken(email, except = NIL) {
    const [other] =
      await sql`select 1 from users where lower(email) = ${email} and is_sso_user = false and id <> ${except}`;
    return Boolean(other);
  }

  /** A user with an email identity, as both the sign-up and the admin API make one. */
  async function insertUser(
    tx,
    { id = randomUUID(), email, hashed, userData, appData, role, confirmed, bannedFor },
  ) {
    await tx`insert into users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, confirmation_token, recovery_token,
        email_change_token_new, email_change, raw_app_meta_data, raw_user_meta_data, created_at, updated_at, banned_until)
      values (${NIL}, ${id}, 'authenticated', ${role}, ${email}, ${hashed}, ${confirmed ? tx`now()` : null}, '', '', '', '',
        ${tx.json(merge({ provider: "email", providers: ["email"] }, appData))},
        ${tx.json(merge(userData ?? {}, confirmed ? { email_verified: true } : {}))}, now(), now(),
        ${bannedFor ? tx`now() + make_interval(secs => ${bannedFor})` : null})`;
    await tx`insert into identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
      values (${id}, ${id}, ${tx.json({ sub: id, email, email_verified: false, phone_verified: false })}, 'email', now(), now(), now())`;
    return id;
  }

  async function signUp(call) {
    const { email, phone, password = "", data } = json(call);
    if (!email && !phone)
      throw new Refusal(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
    if (!settings.signUp)
      throw new Refusal(422, "signup_disabled", "Signups not allowed for this instance");
    if (!password) throw invalid("Signup requires a valid password");
    strong(String(password));
    if (phone) throw new Refusal(400, "phone_provider_disabled", "Phone signups are disabled");
    const address = validEmail(email);
    const known = await taken(address);
    if (known && !settings.confirmations)
      throw new Refusal(422, "user_already_exists", "User already registered");
    if (known)
      return {
        id: randomUUID(),
        aud: "authenticated",
        role: "",
        email: address,
        phone: "",
        confirmation_sent_at: new Date().toISOString(),
        app_metadata: { provider: "email", providers: ["email"] },
        user_metadata: data ?? {},
        identities: [],
        created_at: new Date().toISOString(),
        updated_at: new Date().toISOString(),
        is_anonymous: false,
      };
    const hashed = await hash(String(password));
    const id = await sql.begin((tx) =>
      insertUser(tx, {
        email: address,
        hashed,
        userData: { ...data, sub: undefined },
        role: "authenticated",
        confirmed: !settings.confirmations,
      }),
    );
    const user = await byId(id);
    return settings.confirmations ? userJson(user) : openSession(call, user);
  }

  async function changeOwn(call) {
    const { user, session } = await signedIn(call);
    const { email, password, data, app_metadata: appData, phone } = json(call);
    const address = email ? validEmail(email) : null;
    if (phone)
      throw new Refusal(404, "not_in_hosted_lab", "hosted-lab does not imitate telephone numbers");
    if (password !== undefined && password !== null) strong(String(password));
    if (appData)
      throw new Refusal(403, "not_admin", "Updating app_metadata requires admin privileges");
    if (address && address !== user.email && (await taken(address, user.id)))
      throw new Refusal(
        422,
        "email_exists",
        "A user with this email address has already been registered",
      );
    let hashed;
    if (password) {
      if (settings.securePasswordChange && (!session || session.old))
        throw new Refusal(
          400,
          "reauthentication_needed",
          "Password update requires reauthentication",
        );
      if (
        user.encrypted_password &&
        (await bcrypt.compare(String(password), user.encrypted_password))
      )
        throw new Refusal(
          422,
          "same_password",
          "New password should be different from the old password.",
        );
      hashed = await hash(String(password));
    }
    await sql.begin(async (tx) => {
      if (hashed) await setPassword(tx, user.id, hashed, session?.id ?? NIL);
      if (data)
        await tx`update users set raw_user_meta_data = ${tx.json(merge(user.raw_user_meta_data, data))}, updated_at = now() where id = ${user.id}`;
      // No mail is sent: the change waits for a confirmation that cannot arrive.
      if (address && address !== user.email)
        await tx`update users set email_change = ${address}, email_change_sent_at = now(), updated_at = now() where id = ${user.id}`;
    });
    return userJson(user);
  }

  /** A changed password ends every session but the given one. */
  async function setPassword(tx, id, hashed, kept) {
    await tx`update users set encrypted_password = ${hashed}, confirmation_token = '', recovery_token = '', email_change_token_new = '', email_change_token_current = '',
      phone_change_token = '', reauthentication_token = '', confirmation_sent_at = null, recovery_sent_at = null, email_change_sent_at = null, updated_at = now() where id = ${id}`;
    await tx`delete from one_time_tokens where user_id = ${id}`;
    await tx`delete from sessions where user_id = ${id} and id <> ${kept}`;
  }

  // The admin API ---------------------------------------------------------------------------------------

  async function listUsers(call) {
    const number = (name, usual) => {
      const given = call.url.searchParams.get(name);
      if (!given) return usual;
      if (!/^\d+$/.test(given))
        throw invalid(
          `Bad Pagination Parameters: strconv.ParseUint: parsing "${given}": invalid syntax`,
        );
      return Number(given);
    };
    const page = Math.max(1, number("page", 1));
    const per = Math.max(1, number("per_page", 50));
    const [{ total }] =
      await sql`select count(*)::int as total from users where aud = 'authenticated'`;
    const users =
      await sql`select * from users where aud = 'authenticated' order by created_at desc limit ${per} offset ${(page - 1) * per}`;
    const last = Math.ceil(total / per);
    const link = (at, rel) => {
      const to = new URL(call.url);
      to.searchParams.set("page", at);
      return `<${to.pathname}${to.search}>; rel="${rel}"`;
    };
    call.headers.link = [...(last > page ? [link(page + 1, "next")] : []), link(last, "last")].join(
      ", ",
    );
    call.headers["x-total-count"] = String(total);
    return {
      users: await Promise.all(users.map((user) => userJson(user, sql, false))),
      aud: "authenticated",
    };
  }

  async function createUser(call) {
    const given = json(call);
    if (!given.email && !given.phone)
      throw invalid("Cannot create a user without either an email or phone");
    if (!given.email)
      throw new Refusal(404, "not_in_hosted_lab", "hosted-lab does not imitate telephone numbers");
    const email = validEmail(given.email);
    if (await taken(email))
      throw new Refusal(
        422,
        "email_exists",
        "A user with this email address has already been registered",
      );
    if (given.password != null && given.password_hash)
      throw invalid("Only a password or a password hash should be provided");
    const password = given.password || (given.password_hash ? null : randomText(64));
    // Like Auth, this checks only that bcrypt can process the password, not its strength.
    if (password && Buffer.byteLength(password) > LONGEST_PASSWORD)
      throw invalid("bcrypt: password length exceeds 72 bytes");
    if (given.id && (!isUuid(given.id) || given.id === NIL))
      throw invalid("ID must conform to the uuid v4 format");
    const bannedFor =
      given.ban_duration && given.ban_duration !== "none" ? seconds(given.ban_duration) : 0;
    const hashed = given.password_hash || (await hash(password));
    const id = await sql.begin((tx) =>
      insertUser(tx, {
        id: given.id || undefined,
        email,
        hashed,
        userData: given.user_metadata,
        appData: given.app_metadata,
        role: given.role || "authenticated",
        confirmed: given.email_confirm === true,
        bannedFor,
      }),
    );
    return userJson(await byId(id));
  }

  async function changeUser(call) {
    const user = await named(call);
    const given = json(call);
    const email = given.email ? validEmail(given.email) : null;
    const ban = given.ban_duration
      ? given.ban_duration === "none"
        ? 0
        : seconds(given.ban_duration)
      : null;
    if (given.phone)
      throw new Refusal(404, "not_in_hosted_lab", "hosted-lab does not imitate telephone numbers");
    if (given.password != null) strong(String(given.password));
    const hashed = given.password ? await hash(String(given.password)) : null;
    try {
      await sql.begin(async (tx) => {
        if (given.role) await tx`update users set role = ${given.role} where id = ${user.id}`;
        if (given.email_confirm === true)
          await tx`update users set email_confirmed_at = now(), confirmation_token = '', raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}' where id = ${user.id}`;
        if (given.password != null) await setPassword(tx, user.id, hashed, NIL);
        if (email) {
          const data = { email, email_verified: given.email_confirm === true };
          const changed =
            await tx`update identities set identity_data = identity_data || ${tx.json(data)}, updated_at = now() where user_id = ${user.id} and provider = 'email' returning 1`;
          if (changed.length === 0)
            await tx`insert into identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at) values (${user.id}, ${user.id}, ${tx.json({ sub: user.id, ...data, phone_verified: false })}, 'email', now(), now(), now())`;
          await tx`update users set email = ${email} where id = ${user.id}`;
        }
        const fresh = await byId(user.id, tx);
        if (given.app_metadata)
          await tx`update users set raw_app_meta_data = ${tx.json(merge(fresh.raw_app_meta_data, given.app_metadata))} where id = ${user.id}`;
        if (given.user_metadata)
          await tx`update users set raw_user_meta_data = ${tx.json(merge(fresh.raw_user_meta_data, given.user_metadata))} where id = ${user.id}`;
        if (ban !== null)
          await tx`update users set banned_until = ${ban ? tx`now() + make_interval(secs => ${ban})` : null} where id = ${user.id}`;
        await tx`update users set updated_at = now() where id = ${user.id}`;
      });
    } catch (error) {
      if (error instanceof Refusal) throw error;
      throw new Refusal(500, "unexpected_failure", "Error updating user");
    }
    return userJson(user);
  }

  async function removeUser(call) {
    const user = await named(call);
    if (call.body && json(call).should_soft_delete)
      throw new Refusal(404, "not_in_hosted_lab", "hosted-lab does not imitate soft deletion");
    try {
      await sql`delete from users where id = ${user.id}`;
    } catch (error) {
      console.error("auth:", error.message);
      throw new Refusal(500, "unexpected_failure", "Database error deleting user");
    }
    return {};
  }

  function describe() {
    const names = [
      "anonymous_users",
      "apple",
      "azure",
      "bitbucket",
      "discord",
      "facebook",
      "snapchat",
      "figma",
      "fly",
      "github",
      "gitlab",
      "google",
      "keycloak",
      "kakao",
      "linkedin",
      "linkedin_oidc",
      "notion",
      "spotify",
      "slack",
      "slack_oidc",
      "workos",
      "twitch",
      "twitter",
      "email",
      "phone",
      "zoom",
    ];
    return {
      external: Object.fromEntries(names.map((name) => [name, name === "email"])),
      disable_signup: !settings.signUp,
      mailer_autoconfirm: !settings.confirmations,
      phone_autoconfirm: false,
      sms_provider: "twilio",
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    };
  }
}

async function read(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > BODY_LIMIT)
      throw new Refusal(
        413,
        "request_entity_too_large",
        `Request body too large (max ${BODY_LIMIT} bytes)`,
      );
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function json({ body }) {
  let value;
  try {
    value = JSON.parse(body);
  } catch {
    throw new Refusal(
      400,
      "bad_json",
      `Could not parse request body as JSON: ${body ? "invalid character" : "unexpected end of JSON input"}`,
    );
  }
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw new Refusal(
      400,
      "bad_json",
      "Could not parse request body as JSON: json: cannot unmarshal",
    );
  return value;
}

function send(response, status, body, headers) {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
      ...headers,
    })
    .end(text);
}

function validEmail(email) {
  const text = String(email);
  if (text.length > 255) throw invalid("An email address is too long");
  if (
    !/^[^\s@<>()[\],;:\\"]+@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/.test(
      text,
    )
  )
    throw invalid("Unable to validate email address: invalid format");
  return text.toLowerCase();
}

/** Parses Go durations such as `1h30m` or `300ms`. */
function seconds(text) {
  const units = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text))
    throw invalid(`invalid format for ban duration: time: invalid duration "${text}"`);
  return [...text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)].reduce(
    (sum, [, value, unit]) => sum + value * units[unit],
    0,
  );
}

/** A null removes the key. */
function merge(old, changes) {
  return Object.fromEntries(
    Object.entries({ ...old, ...changes }).filter(
      ([, value]) => value !== null && value !== undefined,
    ),
  );
}

function randomText(length) {
  const letters = "abcdefghijklmnopqrstuvwxyz0123456789";
  return [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join("");
}

const compact = (value) =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined));
const instant = (text) => (text ? text.replace(/(\+00:00)?$/, "Z") : undefined);
const isUuid = (text) =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);
const banned = (user) => Boolean(user?.banned_until && user.banned_until > new Date());
