// Before any schema is made: zod would try `eval` to be faster, and our policy reports every try.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
