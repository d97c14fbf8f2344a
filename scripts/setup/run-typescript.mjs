import { runnerImport } from "vite";

/**
 * Runs one TypeScript file with Vite, which the build needs anyway: `node run-typescript.mjs
 * <file>`. A loader such as tsx would be an extra dependency just for `npm start`.
 */
await runnerImport(process.argv[2], { logLevel: "error" });
