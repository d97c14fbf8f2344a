import { cp } from "node:fs/promises";
import type { Answers } from "./answers.ts";
import type { RunCommand } from "./commands.ts";

const BUILT = "dist/client";
const NETLIFY = "netlify-cli@27.10.2";
const VERCEL = "vercel@64.0.2";

interface Publisher {
  /** Question about the value that the host needs besides the build. */
  asks?: { question: "folder" | "site"; text: string };
  /** The commands for npx, in order; hosts without commands get a copy. */
  commands?(site: string, publicUrl: string): readonly (readonly string[])[];
}

/** The hosts where a site can be published. Their own command lines sign in and upload. */
const PUBLISHERS: Record<string, Publisher> = {
  folder: { asks: { question: "folder", text: "Folder to copy the site to" } },
  "github-pages": {
    commands: (_, publicUrl) => [
      ["gh-pages@6.3.0", "--dist", BUILT, "--dotfiles", ...customDomain(publicUrl)],
    ],
  },
  netlify: {
    asks: { question: "site", text: "Name or id of the Netlify site" },
    commands: (site) => [
      [NETLIFY, "deploy", "--prod", "--no-build", "--dir", BUILT, "--site", site],
    ],
  },
  "cloudflare-pages": {
    asks: { question: "site", text: "Name of the Cloudflare Pages project" },
    commands: (site) => [["wrangler@4.164.0", "pages", "deploy", BUILT, "--project-name", site]],
  },
  vercel: {
    asks: { question: "site", text: "Name of the Vercel project" },
    // Without a link, the site would be named after the folder, like every other site.
    commands: (site) => [
      [VERCEL, "link", "--cwd", BUILT, "--yes", "--project", site],
      [VERCEL, "deploy", "--cwd", BUILT, "--yes", "--prod"],
    ],
  },
  none: {},
};

export const PUBLISHER_NAMES = Object.keys(PUBLISHERS);

export interface Publication {
  /** One line that describes the publishing. */
  plan: string;
  /** Answers to remember for the next deployment. */
  remembered: { publish: string; folder?: string; site?: string };
  publish(run: RunCommand): Promise<void>;
}

/** Asks for the values that the chosen host needs. @throws for an unknown host. */
export async function choosePublication(answers: Answers, publicUrl: string): Promise<Publication> {
  const names = PUBLISHER_NAMES.join(", ");
  const publish = await answers.get("publish", `Publish to (${names})`, { fallback: "folder" });
  const publisher = PUBLISHERS[publish];
  if (!publisher) throw new Error(`There is no host “${publish}”. Choose one of: ${names}.`);
  const { asks, commands } = publisher;
  const value = asks ? await answers.get(asks.question, asks.text) : "";
  const remembered = { publish, ...(asks ? { [asks.question]: value } : {}) };
  if (commands) {
    const calls = commands(value, publicUrl).map((args) => ["--yes", ...args]);
    return {
      plan: calls.map((args) => `npx ${args.join(" ")}`).join(" && "),
      remembered,
      async publish(run) {
        for (const args of calls) await run("npx", args);
      },
    };
  }
  if (asks) {
    return { plan: `copy ${BUILT} to ${value}`, remembered, publish: () => copyTo(value) };
  }
  return { plan: `leave the site in ${BUILT}`, remembered, publish: async () => {} };
}

/** GitHub Pages forgets a custom domain that is not published with the site. */
function customDomain(publicUrl: string): string[] {
  const { hostname } = new URL(publicUrl);
  return hostname.endsWith(".github.io") ? [] : ["--cname", hostname];
}

/** Files of earlier builds stay: pages that are still open may request them. */
async function copyTo(folder: string): Promise<void> {
  await cp(BUILT, folder, { recursive: true });
}
