import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/** Texts designed to break other programs or inject code. */
export interface Corpora {
  /** HTML that tries to run something. */
  html: string[];
  /** Text that tries to be interpreted as code or markup, including links and names. */
  text: string[];
  /** SVG documents that try to run something. */
  svg: string[];
}

const own = resolve(import.meta.dirname, "vectors");
const collections = resolve(import.meta.dirname, "../corpora");

/** The project's own vectors, and every n-th vector of the public collections (`tests/corpora`). */
export async function readCorpora(every = 1): Promise<Corpora> {
  const sample = <T>(vectors: T[]) => vectors.filter((_, index) => index % every === 0);
  const corpora: Corpora = {
    html: await readJson<string[]>(join(own, "html.json")),
    text: await readJson<string[]>(join(own, "text.json")),
    svg: await readJson<string[]>(join(own, "svg.json")),
  };
  const purify = await readJson<{ payload: string }[]>(
    join(collections, "xss/dompurify-expect.json"),
  );
  const html5 = await readJson<{ data: string }[]>(join(collections, "xss/h5sc-items.json"));
  const naughty = await readJson<string[]>(join(collections, "naughty/blns.json"));
  const html = [...purify.map(({ payload }) => payload), ...html5.map(({ data }) => data)];
  corpora.html.push(...sample(html));
  corpora.text.push(...sample(naughty));
  for (const file of (await readdir(join(collections, "svg"))).sort()) {
    corpora.svg.push(await readFile(join(collections, "svg", file), "utf8"));
  }
  return corpora;
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(path, "utf8")) as T;
}
