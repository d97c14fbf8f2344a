import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/** Texts designed to break or to inject into other programs. */
export interface Corpora {
  /** HTML that tries to run something. */
  html: string[];
  /** Text that tries to be interpreted as more than text, including links and names. */
  text: string[];
  /** SVG documents that try to run something. */
  svg: string[];
}

const own = resolve(import.meta.dirname, "vectors");
const shared = resolve(import.meta.dirname, "../../../shared/corpora");

/**
 * The vectors in this repository and, where the public collections are present beside the checkout
 * (`../shared/corpora`), every n-th of those as well. Prints a notice when they are absent.
 */
export async function readCorpora(every = 1): Promise<Corpora> {
  const sample = <T>(vectors: T[]) => vectors.filter((_, index) => index % every === 0);
  const corpora: Corpora = {
    html: await readJson<string[]>(join(own, "html.json")),
    text: await readJson<string[]>(join(own, "text.json")),
    svg: await readJson<string[]>(join(own, "svg.json")),
  };
  const present = await readdir(shared).catch(() => null);
  if (!present) {
    console.log(`No public collections at ${shared}: running the project's own vectors only.`);
    return corpora;
  }
  const purify = await readJson<{ payload: string }[]>(join(shared, "xss/dompurify-expect.json"));
  const html5 = await readJson<{ data: string }[]>(join(shared, "xss/h5sc-items.json"));
  const naughty = await readJson<string[]>(join(shared, "naughty/blns.json"));
  const html = [...purify.map(({ payload }) => payload), ...html5.map(({ data }) => data)];
  corpora.html.push(...sample(html));
  corpora.text.push(...sample(naughty));
  for (const file of (await readdir(join(shared, "svg"))).sort()) {
    corpora.svg.push(await readFile(join(shared, "svg", file), "utf8"));
  }
  return corpora;
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, "utf8")) as T;
}
