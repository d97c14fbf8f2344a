import type { Answers } from "./answers.ts";
import type { RunCommand } from "./commands.ts";
import type { ManagementApi } from "./management-api.ts";
import type { ProjectKeys } from "./project.ts";
import type { Publication } from "./publishers.ts";
import type { Remembered } from "./remembered.ts";

/** Dependencies of every step of a deployment. */
export interface DeploymentDeps {
  answers: Answers;
  environment: NodeJS.ProcessEnv;
  /** Creates the client once the access token is known. */
  connect(token: string): ManagementApi;
  run: RunCommand;
  log(line: string): void;
  /** Merges into the answers that the next deployment remembers. */
  remember(answers: Remembered): Promise<void>;
}

/** The results of the steps, for later steps. */
export interface Deployment extends DeploymentDeps {
  api: ManagementApi;
  token: string;
  ref: string;
  /** URL of the project, without a trailing slash. */
  projectUrl: string;
  /** The project's organization; its plan decides the drive's quota. */
  organization: string | undefined;
  keys: ProjectKeys;
  publicUrl: string;
  publication: Publication;
}

/** One step. Repeating a completed step changes nothing. */
export interface Step {
  title: string;
  /** Advice for when the step fails. */
  remedy: string;
  /** Describes the step, for --dry-run. */
  plan(answers: Answers): string;
  run(deployment: Deployment): Promise<void>;
}
