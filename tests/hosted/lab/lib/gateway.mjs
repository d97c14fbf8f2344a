// The gateway of a hosted project: routes, keys, CORS, limits. All bodies are streamed.
import http from "node:http";
import { sign, verify } from "./jwt.mjs";

const MINUTE = 60_000;
/** Time limits of requests, and size limits of their bodies. */
const LIMITS = {
  rest: { time: MINUTE, body: 100 << 20 },
  auth: { time: MINUTE, body: 100 << 20 },
  storage: { time: 10 * MINUTE, body: Infinity },
  functions: { time: 150_000, body: 20 << 20 },
};
const EXPOSED = {
  rest: "Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, Transfer-Encoding, Range-Unit",
  auth: "X-Total-Count, Link, x-supabase-api-version",
};

export function createGateway({ keys, jwtSecret, legacy, ports, functions, origin, quiet }) {
  const roles = new Map([
    [keys.publishableKey, "anon"],
    [keys.secretKey, "service_role"],
  ]);
  const legacyKeys = new Map([
    [keys.anonKey, "anon"],
    [keys.serviceRoleKey, "service_role"],
  ]);

  return http.createServer((request, response) => {
    const url = new URL(request.url, origin);
    const [, service, rest] =
      /^\/(rest|auth|storage|functions)\/v1(\/.*)?$/.exec(url.pathname) ?? [];
    const started = Date.now();
    if (!quiet)
      response.once("close", () =>
        process.stderr.write(
          `${request.method} ${request.url} ${response.statusCode} ${Date.now() - started}ms\n`,
        ),
      );
    if (!service) return answer(response, 404, { message: "no Route matched with those values" });
    if (service === "functions") return callFunction(request, response, url);

    const resumable = service === "storage" && /^\/upload\/resumable/.test(rest ?? "");
    if (
      request.method === "OPTIONS" &&
      request.headers["access-control-request-method"] &&
      !resumable
    ) {
      return response
        .writeHead(200, {
          "access-control-allow-origin": "*",
          "access-control-allow-methods": "GET,HEAD,PUT,PATCH,POST,DELETE,OPTIONS,TRACE,CONNECT",
          "access-control-allow-headers": request.headers["access-control-request-headers"] ?? "",
          "access-control-max-age": "3600",
          "content-length": "0",
        })
        .end();
    }

    const headers = { ...request.headers };
    const cors = resumable
      ? {}
      : {
          "access-control-allow-origin": "*",
          ...(EXPOSED[service] ? { "access-control-expose-headers": EXPOSED[service] } : {}),
        };
    const given = headers.apikey ?? url.searchParams.get("apikey");
    // Changed only if necessary, because URLSearchParams would re-encode the rest of the query.
    if (url.searchParams.has("apikey")) url.searchParams.delete("apikey");
    // Requests that need no key: public objects, signed addresses, Auth's open routes, and
    // storage's preflights.
    const open =
      service === "storage" ||
      (service === "auth" &&
        /^\/(verify|callback|authorize|sso\/saml|\.well-known)(\/|$)/.test(rest ?? ""));
    if (!given && !open)
      return answer(
        response,
        401,
        {
          message: "No API key found in request",
          hint: "No `apikey` request header or url param was found.",
        },
        cors,
      );
    if (given) {
      const refusal = refuseKey(given, request);
      if (refusal) return answer(response, 401, refusal, cors);
    }
    const role = roles.get(given);
    const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
    // The new keys are not JWTs. If no user is given, the service gets a JWT for the key's role.
    if (role && (!bearer || bearer === given)) headers.authorization = `Bearer ${tokenFor(role)}`;
    else if (!bearer && legacyKeys.has(given)) headers.authorization = `Bearer ${given}`;
    if (service !== "storage") delete headers.apikey;
    // Auth trusts this header only beside a secret key.
    if (!(role === "service_role" && service === "auth")) delete headers["sb-forwarded-for"];
    const address = headers["sb-forwarded-for"] ?? request.socket.remoteAddress;
    headers["x-forwarded-for"] = address;
    headers["x-forwarded-proto"] = "http";
    headers["x-forwarded-host"] = url.host;
    if (service === "storage") headers["x-forwarded-prefix"] = "/storage/v1";
    if (!resumable) delete headers.origin;
    if (!ports[service])
      return answer(
        response,
        503,
        { message: `hosted-lab: ${service} is not running; see README.md` },
        cors,
      );
    forward(request, response, {
      service,
      port: ports[service],
      path: (rest ?? "/") + url.search,
      headers,
      cors,
    });
  });

  function refuseKey(key, request) {
    if (roles.has(key)) {
      // A secret key in a page would be public.
      if (
        roles.get(key) === "service_role" &&
        /^Mozilla\//.test(request.headers["user-agent"] ?? "")
      ) {
        return {
          message: "Forbidden use of secret API key in browser",
          hint: "Secret API keys can only be used in a protected environment and should never be used in a browser. Delete this secret API key immediately.",
        };
      }
      return null;
    }
    if (legacyKeys.has(key)) {
      return legacy
        ? null
        : {
            message: "Legacy API keys are disabled",
            hint: "Your legacy API keys (anon, service_role) were disabled. Re-enable them in the Supabase dashboard, or use the new publishable and secret API keys.",
          };
    }
    return {
      message: "Invalid API key",
      hint: "Double check your Supabase `anon` or `service_role` API key.",
    };
  }

  function tokenFor(role) {
    const now = Math.floor(Date.now() / 1000);
    return sign({ iss: "supabase", ref: "lab", role, iat: now, exp: now + 300 }, jwtSecret);
  }

  function callFunction(request, response, url) {
    const name = /^\/functions\/v1\/([\w-]+)/.exec(url.pathname)?.[1];
    const target = functions.get(name);
    if (!target)
      return answer(response, 404, {
        code: "NOT_FOUND",
        message: "Requested function was not found",
      });
    // Only the gateway answers CORS; preflights carry no credentials.
    if (target.verifyJwt && request.method !== "OPTIONS") {
      const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
      if (!bearer)
        return answer(response, 401, {
          code: "UNAUTHORIZED_NO_AUTH_HEADER",
          message: "Missing authorization header",
        });
      try {
        verify(bearer, jwtSecret);
      } catch {
        return answer(response, 401, {
          code: "UNAUTHORIZED_INVALID_JWT_FORMAT",
          message: "Invalid JWT",
        });
      }
    }
    if (target.process.ended)
      return answer(response, 503, {
        code: "BOOT_ERROR",
        message: "Function failed to start (please check logs)",
      });
    const headers = {
      ...request.headers,
      "x-forwarded-for": request.socket.remoteAddress,
      "x-forwarded-proto": "http",
      "x-forwarded-host": url.host,
    };
    forward(request, response, {
      service: "functions",
      port: target.port,
      path: url.pathname.replace("/functions/v1", "") + url.search,
      headers,
      cors: {},
    });
  }

  function forward(request, response, { service, port, path, headers, cors }) {
    const { time, body } = LIMITS[service];
    if (Number(headers["content-length"] ?? 0) > body)
      return answer(response, 413, { message: "Payload too large" }, cors);
    const upstream = http.request(
      {
        host: "127.0.0.1",
        port,
        method: request.method,
        path,
        headers: { ...headers, host: `127.0.0.1:${port}` },
      },
      (reply) => {
        response.writeHead(reply.statusCode, { ...reply.headers, ...cors });
        reply.pipe(response);
        // The request was refused before its body was complete; the rest is read, so that the
        // connection can be reused.
        reply.once("end", () => {
          if (request.complete) return;
          request.unpipe(upstream);
          request.resume();
        });
        reply.once("error", () => response.destroy());
      },
    );
    const late = setTimeout(() => {
      const out =
        service === "functions"
          ? { code: "IDLE_TIMEOUT", message: "Request idle timeout limit (150s) reached" }
          : { message: "The upstream server is timing out" };
      if (!response.headersSent) answer(response, 504, out, cors);
      upstream.destroy();
    }, time);
    response.once("close", () => {
      clearTimeout(late);
      upstream.destroy();
    });
    upstream.once("error", () => {
      if (!response.headersSent)
        answer(
          response,
          502,
          { message: "An invalid response was received from the upstream server" },
          cors,
        );
      else response.destroy();
    });
    let size = 0;
    request.on("data", (part) => {
      size += part.length;
      if (size <= body) return;
      if (!response.headersSent) answer(response, 413, { message: "Payload too large" }, cors);
      upstream.destroy();
    });
    request.pipe(upstream);
  }
}

function answer(response, status, body, headers = {}) {
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify(body));
}
