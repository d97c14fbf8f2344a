import { z } from "zod";
import { checksum, compareHistory, readSchema, tooOld } from "../../server/database/schema.ts";
import type { AuthConfig } from "../deploy/management-api.ts";
import { callDatabase } from "../deploy/project-database.ts";
import { type Check, type CheckedSite, type Finding, is, NEEDS_KEY } from "./check.ts";

/** Rights of the schema's owner on the platform's tables, for its functions and schema. */
export const NEEDED_RIGHTS = {
  "auth.users": ["select", "references", "trigger"],
  "auth.identities": ["select"],
  "auth.sessions": ["select", "update", "delete", "trigger"],
  "auth.mfa_factors": ["select"],
  "storage.buckets": ["select", "insert", "update"],
  "storage.objects": ["select", "update"],
};

/** The triggers that the schema makes on the platform's tables. */
export const NEEDED_TRIGGERS = [
  "announce_delete on auth.sessions",
  "announce_insert on auth.sessions",
  "copy_workspace_email on auth.users",
  "limit_session on auth.sessions",
  "record_sign_in on auth.sessions",
  "record_sign_in_change on auth.sessions",
];

/** The policies of storage.objects. */
export const NEEDED_POLICIES = [
  "Owner adds pictures, workspace user adds own files",
  "Owner deletes pictures, workspace user own files",
  "Owner lists pictures, workspace user reads own files",
  "Owner replaces pictures, workspace user own files",
  "Senders store what a link has reserved",
];

/** Checks for rights and objects that the platform can remove from a project's database. */
export const PROJECT_CHECKS: readonly Check[] = [
  {
    title: "The database has its triggers and rights",
    remedy:
      "Run the statement of supabase/schemas that creates the trigger or policy again, in the dashboard's SQL editor. A right that Supabase has withdrawn needs a newer version of Foyer.",
    async run(site) {
      const state = await readState(site);
      if (!state) return NEEDS_KEY;
      const lost = [
        ...state.lostRights,
        ...NEEDED_TRIGGERS.filter((name) => !state.triggers.includes(name)),
        ...NEEDED_POLICIES.filter((name) => !state.policies.includes(name)),
      ];
      return is(lost.length === 0, lost.length === 0 ? "all of them" : `lost ${lost.join("; ")}`);
    },
  },
  {
    title: "Reminders and notices are sent on a schedule",
    remedy: "Run npm run deploy, or docs/examples/notices.sql in the dashboard's SQL editor.",
    async run(site) {
      const state = await readState(site);
      return state ? findingOf(state, await hasPushKeys(site)) : NEEDS_KEY;
    },
  },
  {
    title: "Sessions end",
    remedy: "Run npm run deploy, which pushes the schema.",
    async run({ projectUrl, secretKey, settings }) {
      if (!secretKey) return NEEDS_KEY;
      const rows = await callDatabase({ url: projectUrl, key: secretKey }, "session_limits");
      const [limits] = limitsSchema.parse(rows);
      const text = `after ${limits.idle_days} days without use and ${limits.total_days} in all, by the database on every plan`;
      return is(true, `${text}; ${authLimits(settings?.auth)}`);
    },
  },
  {
    title: "The schema is this version's",
    remedy: "Run npm run deploy, or npm run schema -- --remote.",
    async run(site) {
      const state = await readState(site);
      if (!state) return NEEDS_KEY;
      const schema = await readSchema();
      const { isTooOld, pending, foreign } = compareHistory(state.migrations ?? [], schema);
      if (isTooOld) return is(false, tooOld("it", "deploy"));
      if (foreign) return is(false, `it is another version's, with migration ${foreign}`);
      const missing = pending.map(({ name }) => name).join(", ");
      if (missing) return is(false, `it lacks ${missing}`);
      const isCurrent = state.code === checksum(schema.code);
      return is(
        isCurrent,
        isCurrent ? "current" : "its functions and policies are another version's",
      );
    },
  },
];

const limitsSchema = z.tuple([z.object({ idle_days: z.number(), total_days: z.number() })]);

/** Auth's own limits, which a paid plan may have; the shorter limits count. */
function authLimits(auth: AuthConfig | undefined): string {
  if (!auth) return "set SUPABASE_ACCESS_TOKEN to see Auth's own limits";
  const limits = [
    [auth.sessions_inactivity_timeout, "without use"],
    [auth.sessions_timebox, "in all"],
  ].flatMap(([hours, what]) => (hours ? [`${hours} hours ${what}`] : []));
  return limits.length > 0 ? `by Auth after ${limits.join(" and ")}` : "Auth itself has no limit";
}

const stateSchema = z.object({
  lostRights: z.array(z.string()),
  triggers: z.array(z.string()),
  policies: z.array(z.string()),
  callsFunction: z.boolean(),
  canCall: z.boolean(),
  schedule: z
    .object({
      schedule: z.string(),
      active: z.boolean(),
      lastRun: z
        .object({ at: z.string(), status: z.string(), message: z.string().nullable() })
        .nullable(),
    })
    .nullable(),
  // Version 1.1.0 leaves them out.
  migrations: z.array(z.string()).nullish(),
  code: z.string().nullish(),
});

async function readState({ projectUrl, secretKey }: CheckedSite) {
  if (!secretKey) return null;
  const project = { url: projectUrl, key: secretKey };
  const args = { wanted_rights: NEEDED_RIGHTS };
  return stateSchema.parse(await callDatabase(project, "project_state", args));
}

async function hasPushKeys({ projectUrl, secretKey }: CheckedSite): Promise<boolean> {
  const project = { url: projectUrl, key: secretKey ?? "" };
  // Without keys to store, the call only reads.
  return Boolean(
    await callDatabase(project, "save_push_keys", { public_key: null, private_key: null }),
  );
}

function findingOf(state: z.infer<typeof stateSchema>, hasKeys: boolean): Finding {
  const { callsFunction, canCall, schedule } = state;
  const warning = (text: string): Finding => ({ state: "warning", text });
  if (!callsFunction) return { state: "ok", text: "none are set up" };
  if (!canCall) return warning("the database cannot call the function: pg_net is missing");
  if (!schedule) return warning("there is none, or pg_cron is missing");
  if (!schedule.active) return warning("it is switched off");
  const { lastRun } = schedule;
  if (lastRun?.status === "failed") return warning(`the last run failed: ${lastRun.message}`);
  if (!hasKeys) return warning("the keys that sign reminders are missing");
  return { state: "ok", text: `${schedule.schedule}, last run ${lastRun?.at ?? "to come"}` };
}
