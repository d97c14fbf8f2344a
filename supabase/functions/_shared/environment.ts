/** What a function is given, in Deno from its environment, in our own host by the gateway. */
export interface FunctionEnvironment {
  /** Where the Data API and auth are reached, without a trailing slash. */
  supabaseUrl: string;
  /** The key that bypasses every policy. Never part of an answer. */
  secretKey: string;
  /** Calls the backend on the visitor's behalf, so that limits count the visitor's address. */
  fetch: typeof globalThis.fetch;
  /** Where the Notion notes come from; null where it is not set. */
  notion: { token: string | null; databaseId: string | null; baseUrl: string | null };
}

/** A Web-standard request handler. */
export type FunctionHandler = (request: Request) => Promise<Response>;
