import { PromptCanceledError } from "../../server/owner/prompt.ts";
import type { Deployment, DeploymentDeps, Step } from "./deployment.ts";

/**
 * Runs the steps in order and stops at the first that fails, with its remedy.
 * @returns the exit code: 0 done, 1 failed, 130 canceled.
 */
export async function runDeployment(
  steps: readonly Step[],
  deps: DeploymentDeps,
  { dryRun }: { dryRun: boolean },
): Promise<number> {
  const { log, answers } = deps;
  // Each step sets what the steps after it read.
  const deployment = { ...deps } as Deployment;
  for (const [index, { title, remedy, plan, run }] of steps.entries()) {
    const heading = `${index + 1}/${steps.length} ${title}`;
    if (dryRun) {
      log(`${heading}: ${plan(answers)}`);
      continue;
    }
    log(heading);
    try {
      await run(deployment);
    } catch (error) {
      if (error instanceof PromptCanceledError) return 130;
      log(`Failed: ${error instanceof Error ? error.message : error}`);
      log(`What to do: ${remedy}`);
      log("Run npm run deploy again to continue; finished steps change nothing.");
      return 1;
    }
  }
  log(dryRun ? "Nothing was changed." : "The site is deployed.");
  return 0;
}
