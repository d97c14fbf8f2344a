import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Answers } from "./answers.ts";
import type { AuthConfig, ManagementApi, Project } from "./management-api.ts";

/** Milliseconds between two reads of a project that is being created. */
const POLL_MS = 5000;
/** A new project takes one to three minutes. */
const POLLS = 120;

const READY = "ACTIVE_HEALTHY";

/** States that a project does not leave without its owner, so waiting would not help. */
const STOPPED = new Set([
  "INACTIVE",
  "GOING_DOWN",
  "INIT_FAILED",
  "REMOVED",
  "PAUSING",
  "PAUSE_FAILED",
  "RESTORE_FAILED",
]);

export interface ProjectKeys {
  publishable: string;
  secret: string;
}

/** Settings of a project that only the Management API knows. */
export interface ProjectSettings {
  /** Bytes of the largest file the project accepts. */
  fileSizeLimit: number;
  auth: AuthConfig;
}

/** Reads the settings that `npm run doctor` checks. */
export async function readProjectSettings(
  api: ManagementApi,
  ref: string,
): Promise<ProjectSettings> {
  const [fileSizeLimit, auth] = await Promise.all([
    api.getFileSizeLimit(ref),
    api.getAuthConfig(ref),
  ]);
  return { fileSizeLimit, auth };
}

/**
 * The project that is named, created with --create, or chosen from a list, once it is running.
 * @throws one sentence for a missing project or one that does not start.
 */
export async function chooseProject(
  api: ManagementApi,
  answers: Answers,
  log: (line: string) => void,
  pollMs = POLL_MS,
): Promise<Project> {
  const ready = (project: Project) => whenReady(api, project, pollMs);
  const projects = await api.listProjects();
  const ref = answers.find("project");
  const name = answers.find("create");
  // A repeated run finds the project that the first run has created.
  const known = projects.find((one) => (ref ? one.ref === ref : one.name === name));
  if (known) return ready(known);
  if (ref) throw new Error(`This account has no project ${ref}.`);
  if (name) return ready(await create(api, answers, name, log));
  const lines = projects.map((one, index) => `  ${index + 1}. ${one.name} (${one.ref})`);
  log(["Projects of this account:", ...lines].join("\n"));
  const text = await answers.get("project", "Number of the project, or a name for a new one");
  const chosen =
    projects[Number(text) - 1] ?? projects.find((one) => one.ref === text || one.name === text);
  if (chosen) return ready(chosen);
  if (/^\d+$/.test(text)) throw new Error(`There is no project with the number ${text}.`);
  return ready(await create(api, answers, text, log));
}

/** The default publishable and secret key; created where the project has only legacy keys. */
export async function fetchKeys(api: ManagementApi, ref: string): Promise<ProjectKeys> {
  const known = await findKeys(api, ref);
  const create = async (type: keyof ProjectKeys) => {
    const { api_key: text } = await api.createKey(ref, type);
    if (!text) throw new Error(`The project does not reveal its ${type} key.`);
    return text;
  };
  return {
    publishable: known.publishable ?? (await create("publishable")),
    secret: known.secret ?? (await create("secret")),
  };
}

/** Returns the project's existing keys, without creating any. */
export async function findKeys(api: ManagementApi, ref: string): Promise<Partial<ProjectKeys>> {
  const keys = await api.listKeys(ref);
  const find = (type: keyof ProjectKeys) => {
    const ofType = keys.filter((key) => key.type === type && key.api_key);
    const text = (ofType.find(({ name }) => name === "default") ?? ofType[0])?.api_key;
    return text ? { [type]: text } : {};
  };
  return { ...find("publishable"), ...find("secret") };
}

async function create(
  api: ManagementApi,
  answers: Answers,
  name: string,
  log: (line: string) => void,
): Promise<Project> {
  const organizations = await api.listOrganizations();
  const [only] = organizations;
  const slugs = organizations.map(({ slug }) => slug).join(", ");
  const fallback = organizations.length === 1 && only ? { fallback: only.slug } : {};
  const slug = await answers.get("organization", `Organization (${slugs})`, fallback);
  const region = await answers.get("region", "Region", { fallback: "eu-central-1" });
  log(`Creating the project ${name} in ${region}; this takes a few minutes.`);
  // The password is not needed again: the CLI signs in to the database with the access token.
  const db_pass = randomBytes(24).toString("base64url");
  return api.createProject({ name, organization_slug: slug, region, db_pass });
}

async function whenReady(api: ManagementApi, project: Project, pollMs: number): Promise<Project> {
  let now = project;
  for (let polls = 0; now.status !== READY; polls += 1) {
    if (STOPPED.has(now.status) || polls === POLLS) {
      throw new Error(`The project ${now.name} is ${now.status}, not running.`);
    }
    await wait(pollMs);
    now = await api.getProject(project.ref);
  }
  return now;
}
