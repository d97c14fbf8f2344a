import type { Connection } from "./address.ts";
import type { Caller } from "./keys.ts";

/** What Hono hands to every route of the gateway. */
export interface GatewayEnvironment {
  Bindings: Connection;
  Variables: {
    /** Set by the routes that ask for a key. */
    caller: Caller;
  };
}
