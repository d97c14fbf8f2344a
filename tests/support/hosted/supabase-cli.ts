import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "../../../server/project-root.ts";

/**
 * Runs this project's Supabase CLI, without Docker and without a network.
 * @param workdir the folder that contains `supabase/`.
 * @param environment added to this process's own.
 * @returns its exit code and its output.
 */
export async function runSupabase(
  args: readonly string[],
  workdir: string = projectRoot,
  environment: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const cli = join(projectRoot, "node_modules", ".bin", "supabase");
  const env = { ...process.env, DO_NOT_TRACK: "1", PGSSLMODE: "disable", ...environment };
  const options = { cwd: workdir, env, maxBuffer: 16 * 1024 * 1024 };
  try {
    return { code: 0, ...(await promisify(execFile)(cli, [...args], options)) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}
