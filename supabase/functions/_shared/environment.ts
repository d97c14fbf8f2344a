/** What a function is given, in Deno from its environment, in our own host by the gateway. */
export interface FunctionEnvironment {
  /** Where the Data API and auth are reached, without a trailing slash. */
  supabaseUrl: string;
  /** The key that bypasses every policy. Never part of an answer. */
  secretKey: string;
  /** Calls the backend on the visitor's behalf, so that limits count the visitor's address. */
  fetch: typeof globalThis.fetch;
}

/** A Web-standard request handler. */
export type FunctionHandler = (request: Request) => Promise<Response>;
