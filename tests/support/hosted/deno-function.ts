import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "../../../server/project-root.ts";

export interface DenoFunction {
  url: string;
  stop(): Promise<void>;
}

/**
 * Serves an edge function like Supabase, with access to the network and the environment only, and
 * without downloads from the internet.
 */
export async function startDenoFunction(
  name: string,
  environment: Record<string, string>,
): Promise<DenoFunction> {
  const flags = [
    "--allow-net=127.0.0.1",
    "--allow-env",
    "--node-modules-dir=manual",
    "--no-remote",
  ];
  const entry = `supabase/functions/${name}/index.ts`;
  const child = spawn(join(projectRoot, "node_modules/.bin/deno"), ["run", ...flags, entry], {
    cwd: projectRoot,
    env: { ...process.env, ...environment, PORT: "0", NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const found = /Listening on (http:\/\/[\d.]+:\d+)/.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", () => reject(new Error(`Deno ended:\n${output}`)));
  });
  return {
    url,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
}
