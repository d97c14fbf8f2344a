/** One build of the application, as the worker keeps it for when there is no network. */
export interface Build {
  /** Another as soon as one of the files is. */
  version: string;
  /** The address of the application's entry, which every document of this build names. */
  entry: string;
  /** The addresses of all files the workspace may ask for; each is named after its content. */
  files: readonly string[];
}

export type Fetch = (input: string, init?: RequestInit) => Promise<Response>;

/** Where the one document is kept; its hash decides what it shows. */
export const DOCUMENT = "/";

/** Opens the cache of a build. */
export function openBuild(caches: CacheStorage, { version }: Build): Promise<Cache> {
  return caches.open(`${PREFIX}${version}`);
}

/**
 * Keeps everything of a build, one file after the other, so that what the person does goes first.
 * What an earlier build has kept of it is not asked for again.
 * @throws {Error} when something is missing, or the server has moved on to another build; then
 * nothing is kept.
 */
export async function keepBuild(caches: CacheStorage, build: Build, fetch: Fetch): Promise<void> {
  const cache = await openBuild(caches, build);
  try {
    for (const file of build.files) {
      const known = await caches.match(file, { ignoreVary: true });
      const response = known ?? (await fetch(file));
      // Some static hosts answer with a page where there is no such file.
      if (!response.ok || isPage(response)) throw new Error(`${file}: ${response.status}`);
      await cache.put(file, response);
    }
    const document = await fetch(DOCUMENT, { cache: "no-cache" });
    if (!(await keepDocument(cache, build, document))) {
      throw new Error("The document is not of this build.");
    }
  } catch (error) {
    await caches.delete(`${PREFIX}${build.version}`);
    throw error;
  }
}

/** Keeps a document, if it is one of this build: another's would ask for files that are not kept. */
export async function keepDocument(
  cache: Cache,
  { entry }: Build,
  response: Response,
): Promise<boolean> {
  if (!response.ok || response.redirected || !isPage(response)) return false;
  const text = await response.clone().text();
  if (!text.includes(entry)) return false;
  await cache.put(DOCUMENT, response);
  return true;
}

/** Removes what is kept of all other builds. */
export async function removeOtherBuilds(caches: CacheStorage, build: Build): Promise<void> {
  const names = await caches.keys();
  const others = names.filter(
    (name) => name.startsWith(PREFIX) && name !== `${PREFIX}${build.version}`,
  );
  await Promise.all(others.map((name) => caches.delete(name)));
}

const PREFIX = "foyer-build-";

function isPage(response: Response): boolean {
  return response.headers.get("content-type")?.startsWith("text/html") === true;
}
