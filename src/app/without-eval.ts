// Runs before any schema is created, because zod would probe `eval` for speed, and our policy
// reports every attempt.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
