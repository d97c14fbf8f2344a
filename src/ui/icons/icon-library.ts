import {
  ICON_INDEX,
  ICONS_FOLDER,
  type IconIndex,
  type IconPaths,
  iconFile,
} from "../../../shared/icon-files.ts";
import { siteAddress } from "../../lib/site-address.ts";

/** The index of all icons, fetched once; after a failure, the next call retries. */
export function loadIconIndex(): Promise<IconIndex> {
  return fetchOnce<IconIndex>(ICON_INDEX);
}

/** Path data of these icons by slug; unknown slugs are absent. */
export async function loadIconPaths(slugs: readonly string[]): Promise<Map<string, string>> {
  if (slugs.length === 0) return new Map();
  const index = await loadIconIndex();
  const wanted = new Set(slugs);
  const files = new Set(index.flatMap(([slug], at) => (wanted.has(slug) ? [iconFile(at)] : [])));
  const loaded = await Promise.all([...files].map((file) => fetchOnce<IconPaths>(file)));
  return new Map(
    loaded.flatMap((paths) => Object.entries(paths)).filter(([slug]) => wanted.has(slug)),
  );
}

const requests = new Map<string, Promise<unknown>>();

function fetchOnce<Content>(name: string): Promise<Content> {
  const known = requests.get(name) as Promise<Content> | undefined;
  const request =
    known ??
    fetch(siteAddress(`/${ICONS_FOLDER}/${name}`)).then((response) => {
      if (!response.ok) throw new Error(`The icons could not be loaded (${response.status}).`);
      return response.json() as Promise<Content>;
    });
  if (!known) {
    requests.set(name, request);
    request.catch(() => requests.delete(name));
  }
  return request;
}
