import type { Context } from "hono";
import { DEVICE_INFO_MAX_LENGTH } from "../../shared/limits.ts";
import { BROWSER_HEADER, TYPED_NAME_HEADER } from "../../shared/sign-in.ts";
import type { GatewayEnvironment } from "../http/gateway-environment.ts";
import { networkOf, visitorAddress } from "../http/visitor-address.ts";
import { createDevice, readDevice } from "./device-cookie.ts";
import type { ClientInfo } from "./known-clients.ts";
import type { SessionOrigin } from "./sessions.ts";

/** Where a request of the Auth service came from. */
export interface RequestSource extends ClientInfo, SessionOrigin {
  /** A browser without a device id gets a new one, which it stores if the sign-in succeeds. */
  device: string;
  /** When a name other than the email was typed, its hash. */
  typedName: string | null;
}

export function sourceOf(
  context: Context<GatewayEnvironment>,
  { trustProxy }: { trustProxy: boolean },
): RequestSource {
  const { headers } = context.req.raw;
  const address = visitorAddress(headers, context.env, trustProxy);
  // Set by our own functions for the user they serve; trusted only with the secret key.
  const served = context.var.caller.role === "service_role";
  const userAgent = headers.get(served ? BROWSER_HEADER : "user-agent");
  return {
    address,
    network: networkOf(address),
    device: readDevice(headers) ?? createDevice(),
    userAgent: userAgent?.slice(0, DEVICE_INFO_MAX_LENGTH) ?? null,
    typedName: served ? headers.get(TYPED_NAME_HEADER) : null,
  };
}
