import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "../../server/project-root.ts";
import { hostFiles } from "./static-site.ts";

const run = promisify(execFile);

export interface BakedSite {
  /** What the build printed. */
  output: string;
  stop(): Promise<void>;
}

/**
 * Serves a static site with a project's current content at the root of an origin. The finished
 * build is copied; only the page is rendered again, as `npm run build` does when no source has
 * changed.
 */
export async function startBakedSite(
  origin: string,
  project: { url: string; publishableKey: string },
): Promise<BakedSite> {
  const folder = await mkdtemp(join(tmpdir(), "foyer-baked-"));
  for (const part of ["client", "prerender"]) {
    await cp(join(projectRoot, "dist", part), join(folder, "dist", part), { recursive: true });
  }
  await symlink(join(projectRoot, "node_modules"), join(folder, "node_modules"));
  const bake = ["--import", "tsx", join(projectRoot, "scripts/bake.ts")];
  const { stdout, stderr } = await run(process.execPath, bake, {
    cwd: folder,
    env: {
      ...process.env,
      FOYER_PUBLIC_URL: origin,
      VITE_SUPABASE_URL: project.url,
      VITE_SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
    },
  });
  const host = await hostFiles(join(folder, "dist/client"), { port: Number(new URL(origin).port) });
  return {
    output: stdout + stderr,
    async stop() {
      await host.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
