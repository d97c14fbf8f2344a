/**
 * Replaces `@supabase/realtime-js` in the browser build (vite.config.ts): nothing here subscribes
 * to the database, and 90 KB of unused source would delay every signed-in screen.
 */
export class RealtimeClient {
  /** Called by supabase-js on session changes. */
  setAuth(): Promise<void> {
    return Promise.resolve();
  }

  channel(): never {
    throw new Error("This site uses no realtime channels.");
  }
}
