/** A function's environment: from Deno's variables or, on our own host, from the gateway. */
export interface FunctionEnvironment {
  /** Base URL of the Data API and auth, without a trailing slash. */
  supabaseUrl: string;
  /** The key that bypasses every policy. Never part of a response. */
  secretKey: string;
  /** Calls the backend on the visitor's behalf, so that limits count the visitor's address. */
  fetch: typeof globalThis.fetch;
  /** Source of the Notion notes; null where a value is not set. */
  notion: { token: string | null; databaseId: string | null; baseUrl: string | null };
}

/** A Web-standard request handler. */
export type FunctionHandler = (request: Request) => Promise<Response>;
