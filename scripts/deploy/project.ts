import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { Answers } from "./answers.ts";
import {
  type AuthConfig,
  type ManagementApi,
  ManagementApiError,
  type Project,
} from "./management-api.ts";

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
 * The project that is named, created with --create, or chosen from a list, once it is running. A
 * name stands for an existing project only if that is empty or a site of Foyer, such as one that an
 * interrupted run has created.
 * @throws one sentence for a missing or unsuitable project or one that does not start.
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
  if (ref && name) throw new Error("Pass either --project or --create.");
  const withRef = (wanted: string) => projects.find((one) => one.ref === wanted);
  const named = async (wanted: string) => {
    const known = onlyNamed(wanted, projects, answers.find("organization"));
    const project = await ready(known ?? (await create(api, answers, wanted, log)));
    if (known) await refuseOther(api, project);
    return project;
  };
  const known = ref && withRef(ref);
  if (known) return ready(known);
  if (ref) throw new Error(`This account has no project ${ref}.`);
  if (name) return named(name);
  const lines = projects.map((one, index) => `  ${index + 1}. ${one.name} (${one.ref})`);
  log(["Projects of this account:", ...lines].join("\n"));
  const text = await answers.get("project", "Number of the project, or a name for a new one");
  const chosen = projects[Number(text) - 1] ?? withRef(text);
  if (chosen) return ready(chosen);
  if (/^\d+$/.test(text)) throw new Error(`There is no project with the number ${text}.`);
  return named(text);
}

/** @throws when several have the name. */
function onlyNamed(
  name: string,
  projects: readonly Project[],
  organization: string | undefined,
): Project | undefined {
  const isIn = ({ organization_slug: slug }: Project) =>
    !organization || !slug || slug === organization;
  const found = projects.filter((one) => one.name === name && isIn(one));
  if (found.length < 2) return found[0];
  const list = found.map(describeProject).join(", ");
  throw new Error(`Several projects are named ${name}: ${list}. Pass --project with one of them.`);
}

const describeProject = ({ ref, organization_slug }: Project) =>
  organization_slug ? `${ref} (organization ${organization_slug})` : ref;

/** The platform's own tables, including those of extensions, belong to other roles. */
export const PROJECT_CONTENTS = `select case
  when to_regclass('private.members') is not null
    and to_regclass('public.workspace_notes') is not null then 'foyer'
  when exists (select from auth.users) or exists (select from storage.buckets) or exists (
    select from pg_catalog.pg_class as relation
    where relkind in ('r', 'p', 'v', 'm') and relowner = 'postgres'::regrole
      and relnamespace <> all (array(
        select oid from pg_catalog.pg_namespace where nspname = 'supabase_migrations'))
      and not exists (
        select from pg_catalog.pg_depend where objid = relation.oid and deptype = 'e')) then 'other'
  else 'empty' end as contents`;

const contentsSchema = z.tuple([z.object({ contents: z.enum(["foyer", "other", "empty"]) })]);

/** @throws unless the project is empty or a site of Foyer. */
async function refuseOther(api: ManagementApi, project: Project): Promise<void> {
  const rows = await api.runSql(project.ref, PROJECT_CONTENTS).catch((error: unknown) => {
    // The token may lack the right to run SQL.
    if (!(error instanceof ManagementApiError)) throw error;
  });
  const found = contentsSchema.safeParse(rows).data?.[0].contents;
  if (found === "foyer" || found === "empty") return;
  const what = found ? "has data of something else" : "may have data of something else";
  throw new Error(
    `The existing project ${project.name}, ${describeProject(project)}, ${what}. Pass --project ${project.ref} to use it, or --create with another name.`,
  );
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
