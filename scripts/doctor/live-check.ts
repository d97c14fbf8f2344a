import { RealtimeClient } from "@supabase/realtime-js";
import ws from "ws";
import { z } from "zod";
import { REALTIME_PATH } from "../../shared/api-paths.ts";
import { screens as adminScreens } from "../../src/admin/shell/screens.ts";
import { screens as workspaceScreens } from "../../src/workspace/shell/screens.ts";
import { callDatabase } from "../deploy/project-database.ts";
import { type Check, NEEDS_KEY } from "./check.ts";

/** Tables whose changes other windows show at once; one table stands for all content. */
export const ANNOUNCING_TABLES = [
  ...new Set([...adminScreens, ...workspaceScreens].flatMap(({ live = {} }) => Object.keys(live))),
].sort();

/** Milliseconds Realtime may take: a project's first channel starts the service. */
const JOIN_MS = 15_000;

const stateSchema = z.object({
  canSend: z.boolean(),
  hasPolicy: z.boolean(),
  tables: z.array(z.string()),
});

export const LIVE_CHECK: Check = {
  title: "Changes are shown live",
  remedy:
    "Turn Realtime on in the dashboard, then run select private.allow_live_channel(); in its SQL editor. Until then screens read again every few seconds, as without it.",
  async run({ projectUrl, secretKey }) {
    if (!secretKey) return NEEDS_KEY;
    const project = { url: projectUrl, key: secretKey };
    const state = stateSchema.parse(await callDatabase(project, "live_state"));
    const silent = ANNOUNCING_TABLES.filter((name) => !state.tables.includes(name));
    if (silent.length > 0) {
      return { state: "failed", text: `no announcements of ${silent.join(", ")}` };
    }
    if (!state.canSend) return { state: "warning", text: "the project has no Realtime" };
    if (!state.hasPolicy) {
      return { state: "failed", text: "no policy lets users join their channel" };
    }
    const refusal = await joinChannel(projectUrl, secretKey);
    if (refusal === null) return { state: "ok", text: "a private channel can be joined" };
    return { state: "warning", text: `a private channel cannot be joined: ${refusal}` };
  },
};

/** Joins a private channel that nobody uses. @returns null, or the reason for a failure. */
async function joinChannel(projectUrl: string, secretKey: string): Promise<string | null> {
  const client = new RealtimeClient(`${projectUrl.replace(/^http/, "ws")}${REALTIME_PATH}`, {
    params: { apikey: secretKey },
    transport: ws as never,
    timeout: JOIN_MS,
  });
  try {
    return await new Promise((resolve) => {
      setTimeout(() => resolve("the project's Realtime did not answer"), JOIN_MS).unref();
      client.channel("live:doctor", { config: { private: true } }).subscribe((status, error) => {
        if (status === "SUBSCRIBED") resolve(null);
        else if (error) resolve(error.message);
      });
    });
  } finally {
    void client.disconnect();
  }
}
