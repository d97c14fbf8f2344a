/**
 * Replaces `@supabase/realtime-js` in supabase-js (vite.config.ts): 90 KB of source would delay
 * every signed-in screen. `src/live` loads it after the first screen.
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
