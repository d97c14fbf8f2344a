import { type Config, parseConfig } from "../config.ts";
import { nameOfSite, openSiteDatabase, siteExists } from "../database/open-site.ts";
import { PlainError } from "../plain-error.ts";
import { type Credentials, type OwnerChange, ownerEmail, setOwner } from "./account.ts";
import { hostedOwnerEmail, type Project, setHostedOwner } from "./hosted.ts";

/** The site that the environment selects. */
export interface Site {
  /** Readable name, such as `data directory /srv/foyer`. */
  name: string;
  /** False if `open` would create a new site. */
  exists: boolean;
  /** @throws {SiteUnavailableError} with one sentence if the site cannot be reached. */
  open(): Promise<OpenSite>;
}

export interface OpenSite {
  /** The current owner's email, or null. */
  ownerEmail: string | null;
  setOwner(credentials: Credentials): Promise<OwnerChange>;
  close(): Promise<void>;
}

/**
 * The site for the command: a hosted Supabase, the database of a running Foyer, or a database that
 * is opened for the command and closed afterwards. Nothing is created before `open`.
 */
export async function findSite(environment: NodeJS.ProcessEnv): Promise<Site> {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key } = environment;
  if (url || key) {
    if (!url || !key) {
      throw new PlainError("SUPABASE_URL and SUPABASE_SECRET_KEY must be set together.");
    }
    return hostedSite({ url, key });
  }
  const config = parseConfig(environment);
  return {
    name: nameOfSite(config),
    exists: await siteExists(config),
    open: () => openSite(config),
  };
}

function hostedSite(project: Project): Site {
  return {
    name: `Supabase project ${project.url}`,
    exists: true,
    open: async () => ({
      ownerEmail: await hostedOwnerEmail(project),
      setOwner: (credentials) => setHostedOwner(project, credentials),
      close: async () => {},
    }),
  };
}

async function openSite(config: Config): Promise<OpenSite> {
  const { sql, close } = await openSiteDatabase(config);
  try {
    return {
      ownerEmail: await ownerEmail(sql),
      setOwner: (credentials) => setOwner({ database: { sql } }, credentials),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
