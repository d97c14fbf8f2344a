import { existsSync } from "node:fs";
import { join } from "node:path";
import { hostedOwnerEmail } from "../../server/owner/hosted.ts";
import { projectRoot } from "../../server/project-root.ts";
import { readSnapshotConfig } from "../build/snapshot-config.ts";
import { runDoctor } from "../doctor/doctor.ts";
import { saveAuthSettings } from "./auth-settings.ts";
import type { Deployment, Step } from "./deployment.ts";
import { limitsFor } from "./drive-limits.ts";
import { withDigest } from "./functions-source.ts";
import { readWebhook, setUpNotices } from "./notices.ts";
import { createOwner } from "./owner.ts";
import { chooseProject, fetchKeys, readProjectSettings } from "./project.ts";
import { callDatabase } from "./project-database.ts";
import { choosePublication } from "./publishers.ts";
import { pushSchema, supabase } from "./push-schema.ts";
import { waitForPage } from "./wait-for-page.ts";

/** A checkout's script, or the command of an installed release. */
const BUILD = existsSync(join(projectRoot, "scripts", "build.mjs"))
  ? ["scripts/build.mjs"]
  : [join(projectRoot, "bin", "foyer.mjs"), "build"];

const RETRY_LATER = "Check the network and https://status.supabase.com, then run it again.";

/** The steps of a deployment, in order. Each can be repeated. */
export const STEPS: readonly Step[] = [
  {
    title: "Sign in to Supabase",
    remedy:
      "Create an access token at https://supabase.com/dashboard/account/tokens and set SUPABASE_ACCESS_TOKEN to it.",
    plan: () => "use the access token in SUPABASE_ACCESS_TOKEN, or ask for it",
    async run(deployment) {
      const text = "Access token (https://supabase.com/dashboard/account/tokens)";
      deployment.token = await deployment.answers.get("accessToken", text, { hidden: true });
      deployment.api = deployment.connect(deployment.token);
      await deployment.api.listOrganizations();
    },
  },
  {
    title: "Choose the project",
    remedy:
      "Name one with --project, or a new one with --create. A paused project is restored in the dashboard.",
    plan: ({ find }) =>
      find("project") ? `use the project ${find("project")}` : `create or choose a project`,
    async run(deployment) {
      const { api, answers, log, environment } = deployment;
      const { ref, organization_slug } = await chooseProject(api, answers, log);
      deployment.ref = ref;
      deployment.organization = organization_slug;
      // For example a custom domain.
      const url = environment.SUPABASE_URL || `https://${ref}.supabase.co`;
      deployment.projectUrl = url.replace(/\/+$/, "");
      await deployment.remember({ project: ref });
    },
  },
  {
    title: "Choose the site's address and host",
    remedy: "Pass --public-url and --publish; npm run deploy -- --help lists the hosts.",
    plan: ({ find }) =>
      `publish to ${find("publish") ?? "folder"}, as ${find("publicUrl") ?? "the address you enter"}`,
    async run(deployment) {
      const { answers } = deployment;
      const text = "The site's address, such as https://example.org/portfolio";
      const answered = await answers.get("publicUrl", text);
      deployment.publicUrl = publicUrlFrom(answered);
      deployment.publication = await choosePublication(answers, deployment.publicUrl);
      await deployment.remember({
        publicUrl: deployment.publicUrl,
        ...deployment.publication.remembered,
      });
    },
  },
  {
    title: "Fetch the API keys",
    remedy: "The access token needs the right to read and create the project's secret API keys.",
    plan: () => "fetch the publishable and the secret key, or create them",
    async run(deployment) {
      deployment.keys = await fetchKeys(deployment.api, deployment.ref);
    },
  },
  {
    title: "Push the schema",
    remedy:
      "Read the CLI's message above. If the database's host name cannot be resolved, set SUPABASE_DB_URL to the session pooler's URL (dashboard, Connect).",
    plan: () => "npx supabase link, npm run schema -- --remote",
    async run(deployment) {
      await runSupabase(deployment, "link", "--project-ref", deployment.ref);
      const { run, token, environment } = deployment;
      const url = environment.SUPABASE_DB_URL;
      const access = { SUPABASE_ACCESS_TOKEN: token };
      await pushSchema(url ? `--remote=${url}` : "--remote", run, access);
    },
  },
  {
    title: "Deploy the functions",
    remedy: "Read the CLI's message above, then run it again.",
    plan: () => "npx supabase functions deploy",
    run: (deployment) =>
      withDigest((folder) => runSupabase(deployment, "functions", "deploy", "--workdir", folder)),
  },
  {
    title: "Set the functions' secrets",
    remedy: RETRY_LATER,
    plan: () =>
      "set FOYER_PUBLIC_URL, FOYER_ALLOWED_ORIGINS, Notion's and the webhook's where they are given",
    async run({ api, ref, publicUrl, answers, environment, remember }) {
      const allowedOrigins = answers.find("allowedOrigins");
      const { NOTION_TOKEN, NOTION_DATABASE_ID } = environment;
      const webhook = readWebhook(environment);
      await api.setSecrets(ref, {
        FOYER_PUBLIC_URL: publicUrl,
        ...(allowedOrigins && { FOYER_ALLOWED_ORIGINS: allowedOrigins }),
        ...(NOTION_TOKEN && { NOTION_TOKEN }),
        ...(NOTION_DATABASE_ID && { NOTION_DATABASE_ID }),
        ...webhook,
      });
      if (answers.isCleared("allowedOrigins")) {
        await api.removeSecrets(ref, ["FOYER_ALLOWED_ORIGINS"]);
      }
      if (allowedOrigins) await remember({ allowedOrigins });
    },
  },
  {
    title: "Set up sign-in",
    remedy: `The access token needs the right to change the settings of Auth. In the dashboard they are below Authentication; the names that Foyer sets are in scripts/deploy/auth-settings.ts.`,
    plan: () =>
      "turn sign-ups off, count sign-ins by visitor, require long passwords and the current one for a new one, allow second factors, set the site's URL",
    run: ({ api, ref, publicUrl }) => saveAuthSettings(api, ref, publicUrl),
  },
  {
    title: "Set the drive's limits",
    remedy: "Pass --drive-quota with a size such as 50GB, or run it again.",
    plan: ({ find }) =>
      `limit a file to what the project accepts, the drive to ${find("driveQuota") ?? "what the plan includes"}`,
    async run(deployment) {
      const { api, ref, organization, answers, log } = deployment;
      const fileSizeLimit = await api.getFileSizeLimit(ref);
      // A token may lack the right to read the organization.
      const plan = organization && (await api.getPlan(organization).catch(() => undefined));
      const driveQuota = answers.find("driveQuota");
      const limits = limitsFor({ fileSizeLimit, plan: plan || undefined }, driveQuota);
      await callDatabase(projectOf(deployment), "set_drive_limits", limits);
      const { quota, file_limit } = limits;
      log(`  ${quota} bytes for the drive, ${file_limit} bytes for one file`);
      log(`  the plan is ${plan || "unknown: the token may not read the organization"}`);
      if (driveQuota) await deployment.remember({ driveQuota });
    },
  },
  {
    title: "Create the owner",
    remedy: "Choose another email or password, or use npm run owner.",
    plan: () => "create the owner if there is none",
    async run(deployment) {
      const project = projectOf(deployment);
      const existing = await hostedOwnerEmail(project);
      const email = existing ?? (await createOwner(project, deployment.answers));
      deployment.log(`  ${existing ? "exists" : "created"}: ${email}`);
    },
  },
  {
    title: "Set up notices",
    remedy: RETRY_LATER,
    plan: () => "have reminders sent, and notices to FOYER_WEBHOOK_URL, if it is given",
    run: (deployment) => setUpNotices(deployment, projectOf(deployment)),
  },
  {
    title: "Build the site",
    remedy: "Read the message above, then run it again.",
    plan: () => "npm run build, with the content as it is now",
    run: ({ run, projectUrl, keys, publicUrl }) =>
      run(process.execPath, [...BUILD, "--require-content", "--no-compress"], {
        VITE_SUPABASE_URL: projectUrl,
        VITE_SUPABASE_PUBLISHABLE_KEY: keys.publishable,
        FOYER_PUBLIC_URL: publicUrl,
      }),
  },
  {
    title: "Publish it",
    remedy: "Read the message above. The host's own command signs you in at the first time.",
    plan: ({ find }) => `to ${find("publish") ?? "folder"}`,
    async run({ publication, run, log }) {
      log(`  ${publication.plan}`);
      await publication.publish(run);
    },
  },
  {
    title: "Check the site",
    remedy: "Follow the remedies above, then run npm run doctor.",
    plan: () => "npm run doctor",
    async run({ projectUrl, keys, publicUrl, publication, api, ref, log }) {
      if (publication.remembered.publish === "none") {
        return log("  Publish dist/client, then run npm run doctor.");
      }
      await waitForPage(publicUrl);
      const settings = await readProjectSettings(api, ref);
      const site = { publicUrl, projectUrl, secretKey: keys.secret, settings };
      if (!(await runDoctor(site, log))) throw new Error("A check failed.");
    },
  },
];

const projectOf = ({ projectUrl, keys }: Deployment) => ({ url: projectUrl, key: keys.secret });

/** Returns the URL without trailing slash, query and hash, as the build reads it. */
function publicUrlFrom(text: string): string {
  const config = readSnapshotConfig({
    VITE_SUPABASE_URL: "https://any.example",
    VITE_SUPABASE_PUBLISHABLE_KEY: "any",
    FOYER_PUBLIC_URL: text,
  });
  if (!config?.publicUrl) throw new Error("A site needs its address.");
  return config.publicUrl;
}

function runSupabase({ run, token }: Deployment, ...args: string[]): Promise<void> {
  return run(...supabase([...args, "--yes"]), { SUPABASE_ACCESS_TOKEN: token });
}
