import { z } from "zod";
import { hostedOwnerEmail } from "../../server/owner/hosted.ts";
import { AUTH_PATH, FUNCTIONS_PATH } from "../../shared/api-paths.ts";
import { readContentVersion } from "../../src/content/content-version.ts";
import {
  SOURCE_HEADER,
  SOURCE_DIGEST as UNSTAMPED,
} from "../../supabase/functions/_shared/source-digest.ts";
import { wrongAuthSettings } from "../deploy/auth-settings.ts";
import { digestFunctions } from "../deploy/functions-source.ts";
import { callDatabase } from "../deploy/project-database.ts";
import { type Check, is, NEEDS_KEY } from "./check.ts";
import { LIVE_CHECK } from "./live-check.ts";
import { PROJECT_CHECKS } from "./project-checks.ts";
import { ANSWER_MS } from "./published-page.ts";

/** The edge functions of a site on Supabase. */
export const FUNCTIONS = [
  "workspace-sign-in",
  "workspace-user",
  "change-email",
  "fetch-notion-notes",
  "open-share",
  "send-notices",
  "calendar-feed",
  "reminders",
];

export const CHECKS: readonly Check[] = [
  {
    title: "The page reads from the project",
    remedy: "Build with VITE_SUPABASE_URL of this project, and publish.",
    async run({ page, projectUrl }) {
      return is(page.supabaseUrl === projectUrl, `it reads from ${page.supabaseUrl}`);
    },
  },
  {
    title: "The functions answer pages of the site",
    remedy:
      "Deploy them (npx supabase functions deploy) and set their secret FOYER_PUBLIC_URL, or FOYER_ALLOWED_ORIGINS, to the site's address.",
    async run({ publicUrl, projectUrl }) {
      const origin = new URL(publicUrl).origin;
      const silent: string[] = [];
      for (const name of FUNCTIONS) {
        const { headers } = await preflight(functionUrl(projectUrl, name), publicUrl);
        const allowed = headers.get("access-control-allow-origin");
        // Self-hosted Supabase's gateway answers preflights itself, and allows every origin.
        if (allowed !== origin && allowed !== "*") silent.push(name);
      }
      const text = silent.length > 0 ? `no permission from ${silent.join(", ")}` : origin;
      return is(silent.length === 0, text);
    },
  },
  {
    title: "The functions are those of this checkout",
    remedy: "Run npm run deploy, or deploy them (npx supabase functions deploy).",
    async run({ publicUrl, projectUrl }) {
      const digests: [string, string | null][] = [];
      for (const name of FUNCTIONS) {
        const { headers } = await preflight(functionUrl(projectUrl, name), publicUrl);
        digests.push([name, headers.get(SOURCE_HEADER)]);
      }
      if (digests.every(([, digest]) => digest === UNSTAMPED)) {
        return { state: "skipped", text: "they were not deployed by npm run deploy" };
      }
      const current = await digestFunctions();
      const other = digests.filter(([, digest]) => digest !== current).map(([name]) => name);
      if (other.length === 0) return { state: "ok", text: current };
      return { state: "warning", text: `from other sources: ${other.join(", ")}` };
    },
  },
  {
    title: "Sign-ups are off",
    remedy: "Turn them off in the dashboard: Authentication, Sign In / Providers.",
    async run({ page, projectUrl }) {
      const headers = { apikey: page.publishableKey };
      const signal = AbortSignal.timeout(ANSWER_MS);
      const response = await fetch(`${projectUrl}${AUTH_PATH}/settings`, { headers, signal });
      const settings = settingsSchema.safeParse(await response.json().catch(() => null)).data;
      if (!settings) return is(false, `the settings cannot be read (status ${response.status})`);
      return is(settings.disable_signup, settings.disable_signup ? "off" : "anyone may sign up");
    },
  },
  {
    title: "The settings of sign-in are Foyer's",
    remedy: "Run npm run deploy, which sets them.",
    async run({ settings }) {
      if (!settings) return { state: "skipped", text: "set SUPABASE_ACCESS_TOKEN to check them" };
      const wrong = wrongAuthSettings(settings.auth);
      return is(wrong.length === 0, wrong.length === 0 ? "all of them" : `not ${wrong.join(", ")}`);
    },
  },
  {
    title: "The owner exists",
    remedy: "Create the owner: SUPABASE_URL=… SUPABASE_SECRET_KEY=… npm run owner.",
    async run({ projectUrl, secretKey }) {
      if (!secretKey) return NEEDS_KEY;
      const email = await hostedOwnerEmail({ url: projectUrl, key: secretKey });
      return is(email !== null, email ?? "there is none");
    },
  },
  {
    title: "The drive's limits are within the project's",
    remedy: "Run npm run deploy, which sets them, or raise the project's file size limit.",
    async run({ projectUrl, secretKey, settings }) {
      if (!secretKey) return NEEDS_KEY;
      const rows = await callDatabase({ url: projectUrl, key: secretKey }, "get_drive_limits");
      const [limits] = limitsSchema.safeParse(rows).data ?? [];
      if (!limits) return is(false, "the project has an older schema");
      const text = `${limits.file_limit} bytes for one file`;
      if (!settings) {
        return { state: "skipped", text: `${text}; set SUPABASE_ACCESS_TOKEN to compare` };
      }
      const { fileSizeLimit } = settings;
      return is(
        limits.file_limit <= fileSizeLimit,
        `${text}, the project accepts ${fileSizeLimit}`,
      );
    },
  },
  {
    title: "Notices to the owner are sent",
    remedy: "Open Notices in the admin panel, which sends a test, and read the error there.",
    async run({ projectUrl, secretKey }) {
      if (!secretKey) return NEEDS_KEY;
      const status = await callDatabase({ url: projectUrl, key: secretKey }, "notice_status");
      const { data } = noticesSchema.safeParse(status);
      if (!data) return is(false, "the project has an older schema");
      const { transport, recipient, lastError, lastSentAt } = data;
      if (!transport) return is(true, "none are set up");
      if (!lastError || (lastSentAt && lastSentAt > lastError.at)) {
        return is(true, `by ${transport} to ${recipient}`);
      }
      return { state: "warning", text: `the last attempt failed: ${lastError.message}` };
    },
  },
  ...PROJECT_CHECKS,
  LIVE_CHECK,
  {
    title: "The snapshot is fresh",
    remedy: "Build and publish again. Visitors see current content anyway, a moment later.",
    async run({ page, projectUrl }) {
      const { publishableKey } = page;
      const current = await readContentVersion(fetch, { supabaseUrl: projectUrl, publishableKey });
      if (!current) return { state: "failed", text: "the project has an older schema" };
      if (!page.version) return { state: "failed", text: "the page has no content of its own" };
      if (page.version === current) return { state: "ok", text: "as in the database" };
      return { state: "warning", text: "the content has changed since the build" };
    },
  },
  {
    title: "The security headers are sent",
    remedy:
      "Use a host that reads _headers or vercel.json, or configure them as docs/deploy.md says. GitHub Pages sends none; the page's own policy applies there, without protection from framing.",
    async run({ page: { headers, policy } }) {
      const header = headers.get("content-security-policy");
      if (!header && !policy) return { state: "failed", text: "the page has no policy at all" };
      const missing = SENT.filter((name) => !headers.has(name));
      if (missing.length === 0) return { state: "ok", text: "all of them" };
      return { state: "warning", text: `without ${missing.join(", ")}` };
    },
  },
];

const SENT = ["content-security-policy", "x-content-type-options", "x-frame-options"];

const settingsSchema = z.object({ disable_signup: z.boolean() });
const noticesSchema = z.object({
  transport: z.string().nullable(),
  recipient: z.string().nullable(),
  lastSentAt: z.string().nullable(),
  lastError: z.object({ at: z.string(), message: z.string().nullable() }).nullable(),
});
const limitsSchema = z.tuple([z.object({ quota: z.number(), file_limit: z.number() })]);

const functionUrl = (projectUrl: string, name: string) => `${projectUrl}${FUNCTIONS_PATH}/${name}`;

function preflight(url: string, publicUrl: string): Promise<Response> {
  const { origin } = new URL(publicUrl);
  const headers = { origin, "access-control-request-method": "POST" };
  const signal = AbortSignal.timeout(ANSWER_MS);
  return fetch(url, { method: "OPTIONS", headers, signal });
}
