import type { Connection } from "./address.ts";
import type { Caller } from "./keys.ts";

/** The environment Hono passes to every route of the gateway. */
export interface GatewayEnvironment {
  Bindings: Connection;
  Variables: {
    /** Set by the routes that require a key. */
    caller: Caller;
  };
}
