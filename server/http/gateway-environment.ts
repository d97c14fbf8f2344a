import type { Caller } from "../auth/caller.ts";
import type { Connection } from "./visitor-address.ts";

/** The environment Hono passes to every route of the gateway. */
export interface GatewayEnvironment {
  Bindings: Connection;
  Variables: {
    /** Set by the routes that require a key. */
    caller: Caller;
  };
}
